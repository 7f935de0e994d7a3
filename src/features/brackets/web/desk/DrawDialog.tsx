import type { ReactNode } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { AskDialog } from '#platform/web/ui/dialog.tsx';
import { CheckField } from '#platform/web/ui/field.tsx';

const QUESTIONS = {
  RESULTS_EXIST: { title: 'Replace the bracket?', no: 'Keep it', yes: 'Replace', tone: 'danger' },
  PLAYERS_MISSING: { title: 'Not everybody is here', no: 'Cancel', yes: 'Draw', tone: 'sun' },
} as const;

export type QuestionCode = keyof typeof QUESTIONS;

export const isQuestion = (code: string | undefined): code is QuestionCode => code !== undefined && code in QUESTIONS;

/** What the server asked before drawing: the message, and the ids of the places it would leave out. */
export type Question = { readonly code: QuestionCode; readonly why: string; readonly missing: readonly string[] };

type DrawDialogProps = {
  event: FestivalEvent;
  randomSeed: boolean;
  question: Question | null;
  thirdPlace: boolean;
  onThirdPlace: (thirdPlace: boolean) => void;
  /** The people of these places with a button to check each in, passed in by the app. */
  absent: ((placeIds: readonly string[]) => ReactNode) | undefined;
  pending: boolean;
  onClose: () => void;
  onDraw: () => void;
};

/** Before a draw: with a match for third place or not, what it deletes, and who is not there. */
export function DrawDialog(props: DrawDialogProps) {
  const { event, randomSeed, question, thirdPlace, onThirdPlace, absent, pending, onClose, onDraw } = props;
  const words =
    question === null
      ? ({ title: randomSeed ? 'Random Seed' : 'Generate Bracket', yes: 'Draw', tone: 'sun' } as const)
      : QUESTIONS[question.code];
  return (
    <AskDialog
      {...words}
      description={event.title}
      disabledReason={pending ? 'The bracket is being drawn.' : undefined}
      onYes={onDraw}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="text-pretty [overflow-wrap:anywhere]">
          {question?.why ??
            (randomSeed
              ? 'Everybody who is checked in, shuffled.'
              : 'Everybody who is checked in, seeded by their scores.')}
        </p>
        {question?.code === 'PLAYERS_MISSING' && absent?.(question.missing)}
        {event.tournamentType === 'single-elimination' && (
          <CheckField checked={thirdPlace} onCheck={onThirdPlace}>
            Third-place match
          </CheckField>
        )}
      </div>
    </AskDialog>
  );
}
