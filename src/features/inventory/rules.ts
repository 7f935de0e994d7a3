import type { Cell } from '#platform/csv.ts';
import { isTooLong } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Game, GameType, ListedGame } from './contract.ts';
import { PLAY_TIME } from './limits.ts';

/**
 * A device whose first write is a game takes so many new visitors from its network's budget: few people list a game before
 * they register, and a stranger without cookies fills the list with at most 93 at once.
 */
export const FIRST_GAME_COUNTS_AS = 16;

/** Games one device may list (behaviour.md section 2). */
export const GAMES_PER_DEVICE = 50;

/** How long a removal can be undone, in milliseconds: the toast stays 5 s, hotel Wi-Fi may take the rest. */
export const UNDO_MS = 60_000;

export const USUAL_TYPE: GameType = 'board-game';

/** Whether a device with this many games may list one more. */
export const canAdd = (gamesOfDevice: number): Verdict =>
  gamesOfDevice < GAMES_PER_DEVICE
    ? null
    : new Refusal('TOO_MANY_HERE', `This device already lists ${GAMES_PER_DEVICE} games.`);

/** Games in the page the server renders, and drawn at once in the browser. */
export const GAMES_SHOWN = 60;

/** What the inventory page is rendered from: the first games by name, and how many there are. */
export type FirstGames = { readonly games: ListedGame[]; readonly count: number };

export type Claim = {
  /** The asking device added the game. */
  readonly mine: boolean;
  readonly admin: boolean;
};

/** A game may be taken off the list by the device that added it, and by organisers; the same who may undo it. */
export const canRemove = ({ mine, admin }: Claim): Verdict =>
  mine || admin ? null : new Refusal('NOT_YOURS', 'This game was added on another phone.');

/** Removals from this moment on can still be undone. */
export const undoableSince = (now: Date): string => new Date(now.getTime() - UNDO_MS).toISOString();

export type GameFilter = { readonly q: string; readonly type: GameType | null };

/** `q` anywhere in the game's name or its owner's, whatever the case; `type` null is every type. Nothing matches an endless `q`. */
export const matchesFilter = (
  { name, owner, gameType }: Pick<Game, 'name' | 'owner' | 'gameType'>,
  { q, type }: GameFilter,
): boolean => {
  if (isTooLong(q) || (type !== null && gameType !== type)) return false;
  const wanted = q.trim().toLowerCase();
  return name.toLowerCase().includes(wanted) || owner.toLowerCase().includes(wanted);
};

/** What was typed as minutes, where null is none; or what is wrong with it. */
export const readPlayTime = (typed: string): { minutes: number | null } | { problem: string } => {
  const text = typed.trim();
  if (text === '') return { minutes: null };
  const minutes = Number(text);
  const fits = Number.isInteger(minutes) && minutes >= PLAY_TIME.min && minutes <= PLAY_TIME.max;
  return fits
    ? { minutes }
    : { problem: `Whole minutes from ${PLAY_TIME.min} to ${PLAY_TIME.max.toLocaleString('en-US')}, or nothing.` };
};

/** The table for spreadsheets. */
export const gameTable = (games: readonly ListedGame[]): readonly (readonly Cell[])[] => [
  ['Name', 'Type', 'Owner', 'Players', 'Minutes', 'Description'],
  ...games.map((game) => [game.name, game.gameType, game.owner, game.playerCount, game.playTime, game.description]),
];
