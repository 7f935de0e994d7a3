import type { Question } from '#features/events/contract.ts';
import { type Answers, answerWords } from '#features/events/rules/questions.ts';

type AnsweredProps = { questions: readonly Question[]; answers: Answers | undefined; className?: string };

/** 'Age: 12', each in a line. */
export function Answered({ questions, answers, className = '' }: AnsweredProps) {
  if (questions.length === 0) return null;
  return (
    <span className={`text-sm text-mute [overflow-wrap:anywhere] ${className}`}>
      {questions.map((question) => (
        <span key={question.id} className="block">
          {question.label}: <span className="text-ink">{answerWords(question, answers) || '–'}</span>
        </span>
      ))}
    </span>
  );
}
