/** docs/behaviour.md "Called to a table" */

import { TABLES } from '#features/events/limits.ts';
import { roomKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';

/** "table 4", "Table 4"; a named table stays: "Stage". */
export const atTable = (table: string, begins = false): string =>
  /^\p{Nd}/u.test(table) ? `${begins ? 'Table' : 'table'} ${table}` : table;

/** "Round 3: Table 4, against Wanda"; without a table "Round 3: against Wanda". */
export const roundWords = (label: string, table: string | null, opponents: readonly string[]): string =>
  `${label}: ${opponents.length === 0 ? 'no match for you' : `${table === null ? '' : `${atTable(table, true)}, `}against ${opponents.join(', ')}`}`;

/** "Table 4 now, against Wanda" */
export const calledWords = (table: string | null, opponents: readonly string[]): string =>
  table === null ? 'You are up now' : `${atTable(table, true)} now, against ${opponents.join(', ') || 'nobody'}`;

/** Milliseconds. */
export const TIME_TO_COME = 300_000;

/** "4:59", "0:00" */
export const timeLeft = (calledAt: string, now: number): string => {
  const seconds = Math.ceil(Math.max(0, Date.parse(calledAt) + TIME_TO_COME - now) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** "3" → 1, 2, 3; "Stage, 1" → Stage, 1. */
export function namedTables(typed: string): string[] {
  const names = typed.split(/[,\n]/).map((name) => name.trim());
  const count = names.length === 1 && /^\d{1,2}$/.test(names[0] ?? '') ? Number(names[0]) : 0;
  return count > 0 && count <= TABLES.most
    ? Array.from({ length: count }, (_, index) => String(index + 1))
    : names.filter(Boolean);
}

/** In another event the same person has the same name, however it is spelled. */
export type Player = {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly personKey: string;
  readonly visitorId: string | null;
  readonly hasPlace: boolean;
  readonly fixedTable: string | null;
};

export type Ready = {
  readonly id: string;
  /** A judge undid its call. */
  readonly isPassedOver: boolean;
  readonly since: string;
  /** In its bracket: of a round the best come first. */
  readonly order: number;
  readonly location: string;
  readonly tables: readonly string[];
  readonly players: readonly Player[];
};

export type Playing = {
  readonly id: string;
  readonly location: string;
  readonly table: string;
  readonly eventTitle: string;
  readonly players: readonly Player[];
};

/** Events in one room share a table when its name is the same, however it is spelled. */
export const tableKey = (location: string, table: string): string => `${roomKey(location)}\n${roomKey(table)}`;
const sameTable = (one: string, other: string): boolean => roomKey(one) === roomKey(other);

/** Phones do not count: one may hold the places of several people. */
const isSamePerson = (one: Player, other: Player): boolean =>
  one.eventId === other.eventId ? one.id === other.id : one.personKey === other.personKey;

export const whoPlays = (
  players: readonly Player[],
  playing: readonly Playing[],
): { player: Player; at: Playing } | null => {
  for (const at of playing) {
    const player = at.players.find((player) => players.some((other) => isSamePerson(player, other)));
    if (player !== undefined) return { player, at };
  }
  return null;
};

const fixedOf = ({ players, tables }: Ready): string | null =>
  players.flatMap(({ fixedTable }) =>
    fixedTable === null ? [] : tables.filter((table) => sameTable(table, fixedTable)),
  )[0] ?? null;

const byWait = (one: Ready, other: Ready): number => {
  if (one.isPassedOver !== other.isPassedOver) return one.isPassedOver ? 1 : -1;
  if (one.since === other.since) return one.order - other.order || (one.id < other.id ? -1 : 1);
  return one.since < other.since ? -1 : 1;
};

export type Assignment = { readonly match: Ready; readonly table: string };

/**
 * The match that waited longest comes first, passed over ones last. A match with a player's fixed table waits for it;
 * others take it only when no other is free.
 */
export function assign(ready: readonly Ready[], playing: readonly Playing[]): Assignment[] {
  // Each key once: folding names is slow.
  const keys = new Map<string, string>();
  const keyOf = (location: string, table: string): string => {
    const spelled = `${location}\n${table}`;
    const key = keys.get(spelled) ?? tableKey(location, table);
    keys.set(spelled, key);
    return key;
  };
  const taken = new Set(playing.map(({ location, table }) => keyOf(location, table)));
  const busy = [...playing];
  const queue = ready.filter(({ players }) => players.every(({ hasPlace }) => hasPlace)).sort(byWait);
  const fixedTables = new Map(queue.map((match) => [match.id, fixedOf(match)]));
  const reserved = new Set(
    queue.flatMap((match) => {
      const fixed = fixedTables.get(match.id) ?? null;
      return fixed === null || whoPlays(match.players, playing) !== null ? [] : keyOf(match.location, fixed);
    }),
  );
  const assigned: Assignment[] = [];
  for (const match of queue) {
    const isFree = (table: string) => !taken.has(keyOf(match.location, table));
    const fixed = fixedTables.get(match.id) ?? null;
    const free = (fixed === null ? match.tables : [fixed]).filter(isFree);
    const table = free.find((one) => !reserved.has(keyOf(match.location, one))) ?? free[0];
    if (table === undefined || whoPlays(match.players, busy) !== null) continue;
    taken.add(keyOf(match.location, table));
    busy.push({ ...match, table, eventTitle: '' });
    assigned.push({ match, table });
  }
  return assigned;
}

export const whyNotCall = ({ players, tables }: Ready, playing: readonly Playing[]): Verdict => {
  const gone = players.find(({ hasPlace }) => !hasPlace);
  if (gone !== undefined) {
    return new Refusal('MATCH_NOT_READY', `${gone.name} gave up their place, so nobody can be called.`);
  }
  const busy = whoPlays(players, playing);
  if (busy !== null) {
    return new Refusal(
      'PLAYER_BUSY',
      `${busy.player.name} plays at ${atTable(busy.at.table)} in ${busy.at.eventTitle}.`,
    );
  }
  return tables.length > 0 ? null : new Refusal('TABLE_TAKEN', 'This event has no open table.', { field: 'table' });
};

/** The chosen or suggested table. Throws TABLE_TAKEN. */
export function tableFor(match: Ready, playing: readonly Playing[], chosen: string | undefined): string {
  if (chosen === undefined) {
    const table = assign([match], playing)[0]?.table;
    if (table !== undefined) return table;
    const fixed = fixedOf(match);
    const sentence = fixed === null ? 'No table is free.' : `${atTable(fixed, true)} is taken. Choose another.`;
    throw new Refusal('TABLE_TAKEN', sentence, { field: 'table' });
  }
  const table = match.tables.find((table) => sameTable(table, chosen));
  const other = playing.find(
    ({ location, table: held }) => tableKey(location, held) === tableKey(match.location, chosen),
  );
  if (other !== undefined) {
    const who = other.players.map(({ name }) => name).join(' and ');
    throw new Refusal('TABLE_TAKEN', `${who} play at ${atTable(chosen)} in ${other.eventTitle}.`, { field: 'table' });
  }
  if (table === undefined)
    throw new Refusal('TABLE_TAKEN', `${atTable(chosen, true)} is closed, or not in this event.`, { field: 'table' });
  return table;
}
