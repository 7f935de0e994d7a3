import type { Question } from '#features/events/contract.ts';
import { QUESTIONS } from '#features/events/limits.ts';
import type { TypedAnswers } from '#features/events/rules/questions.ts';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';

const YES_OR_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

type AnswerFieldsProps = {
  questions: readonly Question[];
  typed: TypedAnswers;
  /** Named in the labels where several people are asked. */
  who?: string | undefined;
  /** At the door nothing must be answered. */
  isRequired?: boolean;
  errorOf: (question: Question) => string | undefined;
  onAnswer: (typed: TypedAnswers) => void;
};

/** What the event asks one person. */
export function AnswerFields({ questions, typed, who, isRequired = true, errorOf, onAnswer }: AnswerFieldsProps) {
  return questions.map((question) => {
    const { id, kind, label, choices = [], required } = question;
    const isNeeded = required && isRequired;
    const field = {
      label: [label, who && `for ${who}`, !isNeeded && '(optional)'].filter(Boolean).join(' '),
      required: isNeeded,
      value: typed[id] ?? '',
      error: errorOf(question),
      onChange: ({ target }: { target: { value: string } }) => onAnswer({ ...typed, [id]: target.value }),
    };
    const options = kind === 'choice' ? choices.map((choice) => ({ value: choice, label: choice })) : YES_OR_NO;
    return kind === 'choice' || kind === 'yes-no' ? (
      <SelectField key={id} {...field} options={[{ value: '', label: 'Choose' }, ...options]} />
    ) : (
      <TextField
        key={id}
        {...field}
        autoComplete="off"
        {...(kind === 'number' ? { inputMode: 'decimal' } : { limit: QUESTIONS.answer })}
      />
    );
  });
}
