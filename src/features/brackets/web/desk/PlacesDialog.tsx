import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { readWhole } from '#platform/numbers.ts';
import { request } from '#platform/web/api.ts';
import { NumberField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { enterScore, Match } from '../../contract.ts';
import { matchSentence } from '../parts/sentence.ts';

type PlacesDialogProps = { match: Match; title: string; onClose: () => void; onSaved: (match: Match) => void };

/** Enters or corrects the places of a heat, with ties and, if wanted, scores: places follow from them where none is typed. */
export function PlacesDialog({ match, title, onClose, onSaved }: PlacesDialogProps) {
  const [typed, setTyped] = useState(() =>
    match.players.map(({ id, name, place, score }) => ({
      ...{ id, name },
      ...{ place: String(place ?? ''), score: String(score ?? '') },
    })),
  );
  const change = (index: number, part: object) =>
    setTyped(typed.map((player, at) => (at === index ? { ...player, ...part } : player)));
  const places = typed.map(({ id, place, score }) => ({
    id,
    ...(place.trim() !== '' && { place: readWhole(place) ?? 0 }),
    ...(score.trim() !== '' && { score: readWhole(score) ?? -1 }),
  }));
  const hasAll = (field: 'place' | 'score') => typed.every((player) => player[field].trim() !== '');
  const save = useAct(
    () =>
      request<typeof enterScore>('PATCH /api/matches/{id}/score', {
        params: { id: match.id },
        body: { places, cascade: true, expectedRevision: match.revision },
      }),
    {
      fails: 'The places could not be saved. Please try again.',
      inForm: true,
      done: (saved) => {
        showToast({ title: 'Places saved', description: matchSentence(title, saved) });
        onSaved(saved);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={title}
      description="A place for each, equal ones for a tie. Or a score for each: then the places follow."
      submitLabel="Save Result"
      sendingLabel="Saving..."
      act={save}
      missing={hasAll('place') || hasAll('score') ? undefined : 'Give everybody a place, or everybody a score.'}
      onSubmit={save.run}
      onClose={onClose}
    >
      {typed.map(({ id, name, place, score }, index) => (
        <fieldset key={id} className="grid grid-cols-[minmax(0,1fr)_5rem_6rem] items-end gap-3">
          <legend className="sr-only">{name}</legend>
          <span className="self-center pt-6 font-semibold [overflow-wrap:anywhere]">{name}</span>
          <NumberField label="Place" min={1} max={6} value={place} onType={(next) => change(index, { place: next })} />
          <NumberField
            label="Score"
            min={0}
            max={999}
            value={score}
            onType={(next) => change(index, { score: next })}
          />
        </fieldset>
      ))}
    </FormDialog>
  );
}
