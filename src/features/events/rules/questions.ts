/** What people are asked who take a place: in the form, on the way, at the door. */
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Question } from '../contract.ts';
import { QUESTIONS } from '../limits.ts';

export type Answer = string | number | boolean;
/** By the id of the question. */
export type Answers = Readonly<Record<string, Answer>>;
/** Null takes an answer away. */
export type ChangedAnswers = Readonly<Record<string, Answer | null>>;

const saidOf = <A>(answers: Readonly<Record<string, A>>, { id }: Question): A | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

const isEmpty = (answer: Answer | null | undefined): boolean => answer == null || answer === '';

const fits = ({ kind, choices = [] }: Question, answer: Answer): boolean => {
  if (kind === 'number') return typeof answer === 'number';
  if (kind === 'yes-no') return typeof answer === 'boolean';
  return typeof answer === 'string' && (kind === 'text' || choices.includes(answer));
};

const OF_KIND = {
  text: 'a text',
  number: 'a number',
  'yes-no': 'yes or no',
  choice: 'one of the choices',
} as const satisfies Record<Question['kind'], string>;

/** `field` is where the answers were sent. What no question asks any more is not judged: it is left out. */
export function whyNotAnswer(
  questions: readonly Question[],
  answers: ChangedAnswers,
  { isRequired, field = 'answers' }: { readonly isRequired: boolean; readonly field?: string },
): Verdict {
  for (const question of questions) {
    const answer = saidOf(answers, question);
    const at = { field: `${field}.${question.id}` };
    if (isEmpty(answer)) {
      if (isRequired && question.required)
        return new Refusal('BAD_INPUT', `Please answer “${isolated(question.label)}”.`, at);
    } else if (!fits(question, answer as Answer))
      return new Refusal('BAD_INPUT', `“${isolated(question.label)}” must be ${OF_KIND[question.kind]}.`, at);
  }
  return null;
}

/** Undefined for none, and for one to what the question asked before it was changed. */
function answerOf(question: Question, answers: ChangedAnswers): Answer | undefined {
  const answer = saidOf(answers, question);
  return answer == null || isEmpty(answer) || !fits(question, answer) ? undefined : answer;
}

/** Answers to these questions alone, as they ask now. */
export function answersTo(questions: readonly Question[], answers: ChangedAnswers | null): Answers {
  const given = questions.flatMap((question): [string, Answer][] => {
    const answer = answerOf(question, answers ?? {});
    return answer === undefined ? [] : [[question.id, answer]];
  });
  return Object.fromEntries(given);
}

/** '12', 'yes', 'Mum'; '' without an answer. */
export function answerWords(question: Question, answers: Answers = {}): string {
  const answer = answerOf(question, answers);
  return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer ?? '');
}

const NUMBER = /^-?\d{1,7}([.,]\d{1,3})?$/;

/** Reads what was typed or chosen; undefined for nothing, and for what is no number. */
export function readAnswer({ kind }: Question, typed = ''): Answer | undefined {
  const said = typed.trim();
  if (said === '') return undefined;
  if (kind === 'yes-no') return said === 'yes' || (said === 'no' ? false : undefined);
  if (kind !== 'number') return said;
  const number = NUMBER.test(said) ? Number(said.replace(',', '.')) : Number.NaN;
  return Math.abs(number) <= QUESTIONS.number ? number : undefined;
}

/** By the id of the question, as typed. */
export type TypedAnswers = Readonly<Record<string, string>>;

/** What is missing or unreadable before it is sent; `who` when several people are asked. */
export function whyNotSendAnswers(
  questions: readonly Question[],
  typed: TypedAnswers,
  { who, isRequired = true }: { readonly who?: string; readonly isRequired?: boolean } = {},
): string | undefined {
  const of = who === undefined ? '' : ` for ${isolated(who)}`;
  for (const question of questions) {
    const said = (typed[question.id] ?? '').trim();
    const label = `“${isolated(question.label)}”`;
    if (said === '' && question.required && isRequired) return `Answer ${label}${of} first.`;
    if (said !== '' && readAnswer(question, said) === undefined) return `${label}${of} must be a number.`;
    if ([...said].length > QUESTIONS.answer) return `${label}${of} has more than ${QUESTIONS.answer} characters.`;
  }
  return undefined;
}

export const readAnswers = (questions: readonly Question[], typed: TypedAnswers): Answers =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = readAnswer(question, typed[question.id]);
      return answer === undefined ? [] : [[question.id, answer]];
    }),
  );

export const typedAnswers = (questions: readonly Question[], answers: Answers | undefined): TypedAnswers =>
  Object.fromEntries(questions.map((question) => [question.id, answerWords(question, answers)]));

/** As in the form of an event: a choice in each line. */
export type TypedQuestion = Omit<Question, 'choices'> & { readonly choices: string };

/** JSON, as the form of an event has texts alone. */
export const typedQuestions = (questions: readonly Question[] = []): string =>
  questions.length === 0
    ? ''
    : JSON.stringify(questions.map(({ choices = [], ...question }) => ({ ...question, choices: choices.join('\n') })));

export const questionsIn = (typed: string): TypedQuestion[] => (typed === '' ? [] : JSON.parse(typed));

/** Returns the questions, or a sentence that says what is wrong. */
export function readQuestions(typed: string): Question[] | string {
  const { min, max } = QUESTIONS.choices;
  const read = questionsIn(typed).map(({ choices, ...question }) => ({
    ...question,
    label: question.label.trim(),
    ...(question.kind === 'choice' && {
      choices: [...new Set(choices.split('\n').map((choice) => choice.trim()))].filter((choice) => choice !== ''),
    }),
  }));
  for (const [index, { label, choices, kind }] of read.entries()) {
    const nth = `Question ${index + 1}`;
    if (label === '') return `${nth} has no text.`;
    if ([label, ...(choices ?? [])].some((one) => [...one].length > QUESTIONS.label))
      return `${nth}: a question and a choice have at most ${counted(QUESTIONS.label, 'character', 'characters')}.`;
    if (kind === 'choice' && ((choices?.length ?? 0) < min || (choices?.length ?? 0) > max))
      return `${nth} needs ${min} to ${max} different choices, each in a line of its own.`;
  }
  return read;
}
