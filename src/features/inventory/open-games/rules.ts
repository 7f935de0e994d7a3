import { HOUR, MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { hasRole, LIBRARY, type Staff } from '#platform/staff.ts';
import { clockTime, festivalDay, festivalDayShort } from '#platform/time.ts';
import type { MyOpenGame, OpenGame } from './contract.ts';
import { MOST_JOINED } from './limits.ts';

/** New visitors that a device counts as when its first write is an open game; see FIRST_GAME_COUNTS_AS. */
export const FIRST_COUNTS_AS = 16;

const LASTS_MS = 2 * HOUR;
/** A phone's clock, and the time it takes to fill in the form. */
const LATE_MS = 10 * MINUTE;
const AHEAD_MS = 24 * HOUR;

type Timed = Pick<OpenGame, 'at' | 'createdAt'>;

export const startOf = ({ at, createdAt }: Timed): string => at ?? createdAt;

/** Two hours after it began: nobody sees it any more. */
export const hasEnded = (game: Timed, now: string): boolean => Date.parse(startOf(game)) + LASTS_MS <= Date.parse(now);

/** Also full and begun: only its people see it. */
export const isOver = (game: Timed & Pick<OpenGame, 'free'>, now: string): boolean =>
  hasEnded(game, now) || (game.free === 0 && startOf(game) <= now);

/** Those that look for players, the next first. */
export const openAt = <Game extends Timed & Pick<OpenGame, 'free' | 'id'>>(
  games: readonly Game[],
  now: string,
): Game[] =>
  games
    .filter((game) => !isOver(game, now))
    .sort((one, other) => (startOf(one) + one.id < startOf(other) + other.id ? -1 : 1));

/** What a screen shows: this device's own, also full ones, then the others that look for players. */
export const shownAt = (
  games: readonly OpenGame[],
  mine: readonly MyOpenGame[],
  now: string,
): (OpenGame & Partial<MyOpenGame>)[] => [
  ...mine.filter((game) => !hasEnded(game, now)),
  ...openAt(games, now).filter(({ id }) => mine.every((own) => own.id !== id)),
];

export function whyNotOpen(at: string | undefined, now: string, hasOne: boolean): Verdict {
  if (hasOne) return new Refusal('TOO_MANY_HERE', 'You look for players already. Cancel that game first.');
  if (at === undefined) return null;
  const ahead = Date.parse(at) - Date.parse(now);
  if (ahead < -LATE_MS) return new Refusal('BAD_INPUT', 'This time has passed.', { field: 'at' });
  return ahead > AHEAD_MS ? new Refusal('BAD_INPUT', 'That is more than a day ahead.', { field: 'at' }) : null;
}

export const noSuchGame = (): Refusal => new Refusal('NOT_FOUND', 'This game does not look for players any more.');

/** `taken`: whether somebody of this name plays already. */
export function whyNotJoin(game: OpenGame, now: string, playerName: string, taken: boolean): Verdict {
  if (hasEnded(game, now)) return noSuchGame();
  if (game.free === 0) return new Refusal('GAME_FULL', 'Somebody was quicker: this game is full.');
  return taken
    ? new Refusal('NAME_TAKEN', `Someone called ${isolated(playerName)} plays already. Add an initial.`, {
        field: 'playerName',
      })
    : null;
}

export const whyNotJoinMore = (joined: number): Verdict =>
  joined < MOST_JOINED
    ? null
    : new Refusal('TOO_MANY_HERE', `${MOST_JOINED} people of this phone are in open games. Leave one first.`);

export const nameOfAccount = (playerName: string): Refusal =>
  new Refusal('NAME_OF_ACCOUNT', `${isolated(playerName)} has an account on another phone. Add an initial.`, {
    field: 'playerName',
  });

type Ownership = { readonly mine: boolean; readonly staff: Pick<Staff, 'role'> | null };

export const whyNotEndGame = ({ mine, staff }: Ownership): Verdict =>
  mine || hasRole(staff, LIBRARY)
    ? null
    : new Refusal('NOT_YOURS', 'This game was opened on another phone. End it there, or ask event staff.');

/** 'Now, since 2:05 PM', '4:00 PM', or 'Sat 15, 10:00 AM' for another festival day. */
export function whenWords(game: Timed, now: string, zone: string): string {
  const start = startOf(game);
  const time = clockTime(start, zone);
  if (start <= now) return `Now, since ${time}`;
  const day = festivalDay(start, zone);
  return day === festivalDay(now, zone) ? time : `${festivalDayShort(day)}, ${time}`;
}

export const freeWords = ({ free }: Pick<OpenGame, 'free'>): string =>
  free === 0 ? 'Full' : `${counted(free, 'player')} wanted`;

const HALF_HOUR = 30 * MINUTE;

/** The times that the form offers: each half hour of the next twelve. */
export const timesAhead = (now: string): string[] => {
  const first = Math.floor(Date.parse(now) / HALF_HOUR) + 1;
  return Array.from({ length: 24 }, (_, index) => new Date((first + index) * HALF_HOUR).toISOString());
};

type Reported = Pick<OpenGame, 'id' | 'game' | 'host'> & { readonly reports: number };

export const reportWarnings = (games: readonly Reported[]) =>
  games.map(({ id, game, host, reports }) => ({
    id: `open-game ${id}`,
    text: `Open game ${isolated(game)} of ${isolated(host)}: reported by ${counted(reports, 'phone')}.`,
    link: { label: 'Look', to: '/inventory#open-games' },
  }));
