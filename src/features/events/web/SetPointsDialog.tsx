import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { counted } from '#platform/numbers.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent } from '../contract.ts';
import { readPoints, type TypedPoints } from '../rules/edits.ts';
import { PointsInputs } from './parts/PointsFields.tsx';
import { editEvent } from './state.ts';

const FAILED = 'Not all points could be set. Please try again.';

type SetPointsDialogProps = {
  /** Those that are selected. */
  events: readonly FestivalEvent[];
  onClose: () => void;
};

/** Gives many events the same points, one event after the other. */
export function SetPointsDialog({ events, onClose }: SetPointsDialogProps) {
  const open = events.filter(({ status }) => status !== 'completed');
  const tournaments = open.filter(({ tournamentType }) => tournamentType !== null);
  const [isOfAll, setOfAll] = useState(tournaments.length === 0);
  const chosen = isOfAll ? open : tournaments;
  const [typed, setTyped] = useState<TypedPoints>({ points: '', takingPart: '' });
  const points = readPoints(typed);
  const { close, showErrorIfClosed } = useDialogWrite('Set points', onClose);
  const setAll = async () => {
    if (typeof points === 'string') return;
    for (const { id } of chosen) await editEvent({ id, body: { points } });
  };
  const set = useAct(setAll, {
    fails: FAILED,
    inForm: true,
    done: () => {
      showToast({ title: 'Points set', description: counted(chosen.length, 'event') });
      close();
    },
    failed: (failure) => showErrorIfClosed(failure, FAILED),
  });
  const problem = typeof points === 'string' ? points : undefined;
  return (
    <FormDialog
      title="Set points"
      description="Of the selected events that are not completed. Points that an event has are replaced."
      submitLabel="Set points"
      sendingLabel="Saving..."
      act={set}
      missing={
        chosen.length === 0
          ? 'There is no event to give points to.'
          : points === null
            ? 'Type the points first.'
            : problem
      }
      onSubmit={set.run}
      onClose={onClose}
    >
      <SelectField
        label="Events"
        options={[
          { value: 'all', label: counted(open.length, 'event') },
          { value: 'tournaments', label: counted(tournaments.length, 'tournament') },
        ]}
        value={isOfAll ? 'all' : 'tournaments'}
        onChange={({ target }) => setOfAll(target.value === 'all')}
      />
      <PointsInputs
        points={{
          value: typed.points,
          error: problem,
          onChange: ({ target }) => setTyped({ ...typed, points: target.value }),
        }}
        takingPart={{ value: typed.takingPart, onType: (takingPart) => setTyped({ ...typed, takingPart }) }}
      />
    </FormDialog>
  );
}
