/** State of the Add Game dialog, and its conversion to a request. */
import type { GameType, NewGame } from '../../contract.ts';
import { PLAY_TIME } from '../../limits.ts';
import { readPlayTime, USUAL_TYPE } from '../../rules.ts';

export type NewGameForm = {
  readonly name: string;
  readonly gameType: GameType;
  readonly owner: string;
  readonly playerCount: string;
  readonly playTime: string;
  readonly description: string;
};

export const EMPTY: NewGameForm = {
  name: '',
  gameType: USUAL_TYPE,
  owner: '',
  playerCount: '',
  playTime: String(PLAY_TIME.usual),
  description: '',
};

const REQUIRED = ['name', 'owner'] as const;

export const missingFields = (form: NewGameForm): readonly (keyof NewGameForm)[] =>
  REQUIRED.filter((field) => form[field].trim() === '');

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

/** Returns the request, or what is wrong with the play time. */
export const readForm = (form: NewGameForm): { game: NewGame } | { playTime: string } => {
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
