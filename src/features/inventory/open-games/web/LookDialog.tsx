import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { NameField, PrivacyLink } from '#features/people/names/web/NameField.tsx';
import { rememberName, useNameField } from '#features/people/names/web/state.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { clockTime } from '#platform/time.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { once, useDraft } from '#platform/web/forms.ts';
import { NumberField, SelectField, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { NewOpenGame, openGame } from '../contract.ts';
import { LENGTHS, PLACES } from '../limits.ts';
import { timesAhead } from '../rules.ts';
import { noteMine } from './queries.ts';

const sendGame = once('open game', (body: NewOpenGame, idempotencyKey) =>
  request<typeof openGame>('POST /api/open-games', { body, idempotencyKey }),
);
const EMPTY = { location: '', places: String(PLACES.usual), at: '', note: '' };

/** Looks for players for `game`, or for what is typed. */
export function LookDialog({ game: given, onClose }: { game: string; onClose: () => void }) {
  const { timeZone } = useFestival();
  const [game, setGame] = useState(given);
  const [form, setForm, draft] = useDraft('open game', EMPTY);
  const [times] = useState(timesAhead(useNow()));
  const { names, name, setName } = useNameField();
  const client = useQueryClient();
  const act = useVisitorAct(sendGame, {
    fails: 'The game could not be opened. Please try again.',
    inForm: true,
    done: (answer) => {
      noteMine(client, answer.id, answer);
      rememberName(answer.host);
      draft.discard();
      showToast({ title: 'You look for players', description: 'Who joins is shown here, under Open games.' });
      onClose();
    },
  });
  const field = (key: keyof typeof EMPTY) => ({
    value: form[key],
    error: act.error instanceof ApiError && act.error.field === key ? act.error.sentence : undefined,
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [key]: target.value }),
  });
  const { location, places, at, note } = form;
  const missing = [game, location, name].some((text) => text.trim() === '');
  const submit = () =>
    act.run({
      ...{ game, location, places: Number(places), playerName: name },
      ...(at !== '' && { at }),
      ...(note.trim() !== '' && { note }),
    });
  return (
    <FormDialog
      title="Look for players"
      description="Everyone sees it for two hours, or until it is full and begins."
      submitLabel="Look for players"
      sendingLabel="Sending..."
      act={act}
      draft={draft}
      missing={missing ? 'Say which game, where, and your name.' : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Game"
        required
        autoComplete="off"
        limit={NAME_LIMIT}
        value={game}
        onChange={({ target }) => setGame(target.value)}
      />
      <TextField
        label="Where"
        required
        autoComplete="off"
        limit={LENGTHS.location}
        placeholder="Room and table"
        {...field('location')}
      />
      <div className="grid gap-4 min-[26rem]:grid-cols-2">
        <NumberField
          label="Players wanted"
          min={PLACES.min}
          max={PLACES.max}
          value={places}
          onType={(typed) => setForm({ ...form, places: typed })}
        />
        <SelectField
          label="When"
          options={[
            { value: '', label: 'Now' },
            ...times.map((value) => ({ value, label: clockTime(value, timeZone) })),
          ]}
          {...field('at')}
        />
      </div>
      <TextField label="Note (optional)" autoComplete="off" limit={LENGTHS.note} {...field('note')} />
      <NameField label="Your Name" names={names} name={name} onName={setName} />
      <PrivacyLink />
    </FormDialog>
  );
}
