import type { Cell } from '#platform/csv.ts';
import { finder, nameToSearch, textToSearch } from '#platform/names.ts';
import { limitProblem, readWhole } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Game, GameType, ListedGame } from './contract.ts';
import { PLAY_TIME } from './limits.ts';

/**
 * New visitors that a device counts as when its first write is a game. Few people list a game before they register, and
 * a stranger without cookies can add at most 93 at once.
 */
export const FIRST_GAME_COUNTS_AS = 16;

/** docs/behaviour.md "Visitors and devices" */
export const GAMES_PER_DEVICE = 50;

export const USUAL_TYPE: GameType = 'board-game';

export const whyNotAddGame = (gamesOfDevice: number): Verdict =>
  gamesOfDevice < GAMES_PER_DEVICE
    ? null
    : new Refusal('TOO_MANY_HERE', `One person lists at most ${GAMES_PER_DEVICE} games. Remove one first.`);

export const GAMES_SHOWN = 60;

/** By name; `count` is of all games. */
export type FirstGames = { readonly games: ListedGame[]; readonly count: number };

export type Ownership = {
  readonly mine: boolean;
  readonly admin: boolean;
};

export const whyNotRemoveGame = ({ mine, admin }: Ownership): Verdict =>
  mine || admin
    ? null
    : new Refusal('NOT_YOURS', 'This game was added on another phone. Remove it there, or ask an organiser.');

export type GameFilter = { readonly q: string; readonly type: GameType | null };

/** `q` finds the game's or its owner's name. */
export const matchesFilter = (
  { name, owner, gameType }: Pick<Game, 'name' | 'owner' | 'gameType'>,
  { q, type }: GameFilter,
): boolean => (type === null || gameType === type) && [textToSearch(name), nameToSearch(owner)].some(finder(q));

/** Minutes; null for none. */
export const readPlayTime = (typed: string): { minutes: number | null } | { problem: string } => {
  if (typed.trim() === '') return { minutes: null };
  const minutes = readWhole(typed);
  return minutes !== null && limitProblem(minutes, PLAY_TIME) === null
    ? { minutes }
    : { problem: `Whole minutes from ${PLAY_TIME.min} to ${PLAY_TIME.max.toLocaleString('en-US')}, or nothing.` };
};

export const gameTable = (games: readonly ListedGame[]): readonly (readonly Cell[])[] => [
  ['Name', 'Type', 'Owner', 'Players', 'Minutes', 'Description'],
  ...games.map((game) => [game.name, game.gameType, game.owner, game.playerCount, game.playTime, game.description]),
];
