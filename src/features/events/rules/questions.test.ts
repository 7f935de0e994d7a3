import { describe, expect, it } from 'vitest';
import type { Question } from '../contract.ts';
import {
  answersTo,
  answerWords,
  questionsIn,
  readAnswers,
  readQuestions,
  type TypedQuestion,
  typedAnswers,
  typedQuestions,
  whyNotAnswer,
  whyNotSendAnswers,
} from './questions.ts';

const age: Question = { id: 'age', label: 'Age', kind: 'number', required: true };
const vegan: Question = { id: 'vegan', label: 'Vegan', kind: 'yes-no', required: false };
const size: Question = { id: 'size', label: 'Shirt', kind: 'choice', choices: ['S', 'M, L'], required: false };
const pickup: Question = { id: 'pickup', label: 'Picked up by', kind: 'text', required: true };
const ALL = [age, vegan, size, pickup];
const needed = { isRequired: true };

describe('whyNotAnswer', () => {
  it.each([
    ['all is answered', { age: 12, vegan: false, size: 'M, L', pickup: 'Mum' }],
    ['what may be left empty is', { age: 0, pickup: 'Mum', size: '' }],
    ['a question was removed meanwhile', { age: 12, pickup: 'Mum', allergies: 'nuts' }],
  ])('is null when %s', (_, answers) => expect(whyNotAnswer(ALL, answers, needed)).toBeNull());

  it.each([
    ['nothing is said', { pickup: 'Mum' }, 'answers.age', 'Please answer'],
    ['it is empty', { age: 12, pickup: '' }, 'answers.pickup', 'Please answer'],
    ['it is taken away', { age: 12, pickup: null }, 'answers.pickup', 'Please answer'],
    ['a number is a text', { age: '12', pickup: 'Mum' }, 'answers.age', 'must be a number'],
    ['yes is a text', { age: 12, pickup: 'Mum', vegan: 'yes' }, 'answers.vegan', 'must be yes or no'],
    ['no such choice', { age: 12, pickup: 'Mum', size: 'XL' }, 'answers.size', 'must be one of the choices'],
    ['a text is a number', { age: 12, pickup: 7 }, 'answers.pickup', 'must be a text'],
  ])('refuses when %s', (_, answers, field, words) => {
    const refusal = whyNotAnswer(ALL, answers, needed);
    expect([refusal?.code, refusal?.body.field, refusal?.message]).toEqual([
      'BAD_INPUT',
      field,
      expect.stringContaining(words),
    ]);
  });

  it('asks nothing of walk-ins, but still refuses what is no answer', () => {
    expect(whyNotAnswer(ALL, {}, { isRequired: false })).toBeNull();
    expect(whyNotAnswer(ALL, { age: 'x' }, { isRequired: false })?.body.field).toBe('answers.age');
  });

  it('finds no answer in what every object has', () => {
    const odd: Question = { ...age, id: 'constructor' };
    expect(whyNotAnswer([odd], {}, needed)?.message).toContain('Please answer');
    expect(answersTo([odd], {})).toEqual({});
  });
});

it('answersTo keeps the answers to these questions alone', () => {
  expect(answersTo([age, vegan], { age: 12, vegan: null, pickup: 'Mum' })).toEqual({ age: 12 });
  expect(answersTo([age], null)).toEqual({});
});

it('an answer to what a question asked before it was changed is none', () => {
  const [text, is] = [{ ...pickup, id: 'vegan' }, 'Yes, gladly'];
  expect([answerWords(text, { vegan: is }), answerWords(vegan, { vegan: is })]).toEqual([is, '']);
  expect([answersTo([vegan], { vegan: is }), typedAnswers([vegan], { vegan: is })]).toEqual([{}, { vegan: '' }]);
  expect(readAnswers([vegan], { vegan: is })).toEqual({});
});

it('answerWords says an answer as people do', () => {
  const said = { age: 12, vegan: false, size: 'S' };
  expect(ALL.map((question) => answerWords(question, said))).toEqual(['12', 'no', 'S', '']);
});

describe('as typed', () => {
  it.each([
    ['12', 12],
    [' 7,5 ', 7.5],
    ['-3', -3],
    ['1e9', undefined],
    ['twelve', undefined],
    ['9999999', undefined],
    ['', undefined],
  ])('the number %j is read as %j', (typed, age_) => {
    expect(readAnswers([age], { age: typed })).toEqual(age_ === undefined ? {} : { age: age_ });
  });

  it('answers go into the form and back', () => {
    const said = { age: 12, vegan: false, size: 'M, L', pickup: 'Mum' };
    expect(readAnswers(ALL, typedAnswers(ALL, said))).toEqual(said);
    expect(readAnswers(ALL, typedAnswers(ALL, undefined))).toEqual({});
  });

  it.each([
    ['the first needed one that is empty', { pickup: 'Mum' }, {}, 'Answer “Age” first.'],
    ['whose it is', { age: '1' }, { who: 'Bo' }, 'Answer “Picked up by” for Bo first.'],
    ['what is no number', { age: 'old', pickup: 'Mum' }, {}, '“Age” must be a number.'],
    ['what is too long', { age: '1', pickup: 'x'.repeat(201) }, {}, '“Picked up by” has more than 200 characters.'],
    ['nothing when all is there', { age: '1', pickup: 'Mum' }, {}, undefined],
    ['nothing of staff who leave it empty', {}, { isRequired: false }, undefined],
  ])('whyNotSendAnswers names %s', (_, typed, options, words) => {
    expect(whyNotSendAnswers(ALL, typed, options)).toBe(words);
  });
});

describe('questions of an event', () => {
  it('go into its form and back, also choices with commas', () => {
    expect(readQuestions(typedQuestions(ALL))).toEqual(ALL);
    expect([typedQuestions([]), readQuestions('')]).toEqual(['', []]);
  });

  const typed = (said: Partial<TypedQuestion>) =>
    JSON.stringify([...questionsIn(typedQuestions([age])), { ...vegan, choices: '', ...said }]);

  it.each([
    ['has no text', { label: ' ' }, 'Question 2 has no text.'],
    ['is too long', { label: 'x'.repeat(81) }, 'Question 2: a question and a choice have at most 80 characters.'],
    [
      'has one choice',
      { kind: 'choice', choices: 'S\n \nS' } as const,
      'Question 2 needs 2 to 12 different choices, each in a line of its own.',
    ],
  ])('are refused when one %s', (_, said, words) => expect(readQuestions(typed(said))).toBe(words));

  it('have no choices where none are asked for', () => {
    expect(readQuestions(typed({ choices: 'S\nM' }))).toEqual([age, vegan]);
  });
});
