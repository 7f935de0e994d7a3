import { useState } from 'react';
import { useAct, useVisitorAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { readAnswers, typedAnswers, whyNotSendAnswers } from '#features/events/rules/questions.ts';
import { isolated } from '#platform/names.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { changeAnswers, Rsvp } from '../contract.ts';
import { AnswerFields } from './AnswerFields.tsx';

type AnswersDialogProps = {
  event: Pick<FestivalEvent, 'title' | 'questions'>;
  place: Pick<Rsvp, 'id' | 'playerName' | 'answers'>;
  /** At the door: nothing must be answered, and the password may be asked for. */
  isStaff?: boolean;
  onClose: () => void;
};

/** Changes what one person answered. */
export function AnswersDialog({ event, place, isStaff = false, onClose }: AnswersDialogProps) {
  const { questions } = event;
  const [was] = useState(() => typedAnswers(questions, place.answers));
  const [typed, setTyped] = useState(was);
  // What nobody touched may have been changed elsewhere since.
  const changed = questions.filter(({ id }) => (typed[id] ?? '').trim() !== was[id]);
  const useCall = isStaff ? useAct : useVisitorAct;
  const save = useCall(
    () => {
      const nothing = Object.fromEntries(changed.map(({ id }) => [id, null]));
      const answers = { ...nothing, ...readAnswers(changed, typed) };
      const call = { params: { id: place.id }, body: { answers } };
      return request<typeof changeAnswers>('PATCH /api/rsvps/{id}/answers', call);
    },
    {
      fails: 'The answers could not be saved. Please try again.',
      inForm: true,
      done: () => {
        showToast({ title: 'Answers saved', description: isolated(place.playerName) });
        onClose();
      },
    },
  );
  const { error, isBusy, problem } = save;
  const isAt = (id: string) => error instanceof ApiError && error.field === `answers.${id}`;
  return (
    <FormDialog
      title="Answers"
      description={`${isolated(place.playerName)} · ${isolated(event.title)}`}
      submitLabel="Save"
      sendingLabel="Saving..."
      act={{ isBusy, problem: questions.some(({ id }) => isAt(id)) ? undefined : problem }}
      missing={
        whyNotSendAnswers(questions, typed, { isRequired: !isStaff }) ??
        (changed.length === 0 ? 'Nothing is changed yet.' : undefined)
      }
      onSubmit={() => save.run()}
      onClose={onClose}
    >
      <AnswerFields
        questions={questions}
        typed={typed}
        isRequired={!isStaff}
        errorOf={({ id }) => (isAt(id) ? problem : undefined)}
        onAnswer={setTyped}
      />
    </FormDialog>
  );
}
