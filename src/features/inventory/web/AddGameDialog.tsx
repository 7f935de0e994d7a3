import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { NameField } from '#features/people/names/web/NameField.tsx';
import { rememberName, useNameField } from '#features/people/names/web/state.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { NoConnection, unsentWords } from '#platform/web/connection.ts';
import { once, useDraft, whyRefused } from '#platform/web/forms.ts';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { NumberField, SelectField, TextArea, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { addGame, GameType, NewGame } from '../contract.ts';
import { LENGTHS, PLAY_TIME } from '../limits.ts';
import { readPlayTime, USUAL_TYPE } from '../rules.ts';
import { TYPE_LABEL } from './GameCard.tsx';
import { markMine } from './queries.ts';

/** State of the Add Game dialog, and its conversion to a request. */
type NewGameForm = {
  readonly name: string;
  readonly gameType: GameType;
  readonly owner: string;
  readonly playerCount: string;
  readonly playTime: string;
  readonly description: string;
};

const EMPTY: NewGameForm = {
  name: '',
  gameType: USUAL_TYPE,
  owner: '',
  playerCount: '',
  playTime: String(PLAY_TIME.usual),
  description: '',
};

const REQUIRED = ['name', 'owner'] as const;

const missingFields = (form: NewGameForm): readonly (keyof NewGameForm)[] =>
  REQUIRED.filter((field) => form[field].trim() === '');

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

/** Returns the request, or what is wrong with the play time. */
const readForm = (form: NewGameForm): { game: NewGame } | { playTime: string } => {
  const read = readPlayTime(form.playTime);
  if ('problem' in read) return { playTime: read.problem };
  return {
    game: {
      name: form.name.trim(),
      gameType: form.gameType,
      owner: form.owner.trim(),
      playerCount: orNull(form.playerCount),
      playTime: read.minutes,
      description: orNull(form.description),
      available: true,
    },
  };
};

const TITLE = 'Add Game';
const FAILED = 'Failed to add game. Please try again.';
const TYPES = Object.entries(TYPE_LABEL).map(([value, label]) => ({ value, label }));

export function AddGameDialog({ onClose }: { onClose: () => void }) {
  const { form, names, problems, act, draft, change, submit } = useNewGame(onClose);
  const field = (name: keyof NewGameForm) => ({
    value: form[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change(name, event.target.value),
  });
  return (
    <FormDialog
      title={TITLE}
      description="Everyone sees what you bring and whom to ask for it."
      submitLabel="Add Game"
      sendingLabel="Adding..."
      act={{ isBusy: act.isBusy, problem: unsentWords(act.error) }}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Game Name" required autoComplete="off" limit={NAME_LIMIT} {...field('name')} />
      <SelectField label="Game Type" required options={TYPES} {...field('gameType')} />
      <NameField
        label="Your Name"
        names={names}
        name={form.owner}
        onName={(name) => change('owner', name)}
        error={problems.owner}
      />
      <div className="grid gap-4 min-[26rem]:grid-cols-2">
        <TextField label="Player Count" placeholder="2-4" maxLength={LENGTHS.playerCount} {...field('playerCount')} />
        <NumberField
          label="Play Time (minutes)"
          min={PLAY_TIME.min}
          max={PLAY_TIME.max}
          value={form.playTime}
          error={problems.playTime}
          onType={(typed) => change('playTime', typed)}
        />
      </div>
      <TextArea label="Description (optional)" maxLength={LENGTHS.description} {...field('description')} />
    </FormDialog>
  );
}

type Problems = Partial<Record<keyof NewGameForm, string>>;

const NEEDED: Problems = { name: 'Which game is it?', owner: 'Who brings it?' };

const sendGame = once('game', (body: NewGame, idempotencyKey) =>
  request<typeof addGame>('POST /api/inventory', { body, idempotencyKey }),
);

function useNewGame(onClose: () => void) {
  const { close, showErrorIfClosed } = useDialogWrite(TITLE, onClose);
  const [typed, setTyped, draft] = useDraft<Partial<NewGameForm>>('game', {});
  const [problems, setProblems] = useState<Problems>({});
  const change = (name: keyof NewGameForm, value: string) => {
    setTyped({ ...typed, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  const { names, name: owner } = useNameField(undefined, [typed.owner, (name) => change('owner', name)]);
  const form = { ...EMPTY, ...typed, owner };
  const client = useQueryClient();
  const act = useVisitorAct(sendGame, {
    fails: FAILED,
    inForm: true,
    done: (game) => {
      markMine(client, game);
      rememberName(game.owner);
      draft.discard();
      showToast({ title: 'Game Added!', description: `${game.name} is on the list.` });
      close();
    },
    failed: (error) => {
      if (showErrorIfClosed(error, FAILED) || error instanceof NoConnection) return;
      if (error instanceof ApiError && error.field !== undefined) setProblems({ [error.field]: error.sentence });
      // On a phone the end of the form is out of sight.
      showError(whyRefused(error, FAILED));
    },
  });

  const submit = () => {
    const missing = missingFields(form);
    if (missing.length > 0) {
      setProblems(Object.fromEntries(missing.map((name) => [name, NEEDED[name]])));
      showError('Please fill in game name and owner.', 'Missing Fields');
      return;
    }
    const read = readForm(form);
    if (!('game' in read)) return setProblems(read);
    act.run(read.game);
  };

  return { form, names, problems, act, draft, change, submit };
}
