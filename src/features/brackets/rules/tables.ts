/** Which ready match is called to which table, and why one cannot be called (docs/behaviour.md "Called to a table"). */
import { roomKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { atTable } from './called.ts';

/** A player in one event. The same person in another event has the same name there, however it is spelled. */
export type Player = {
  /** Of their place. */
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  readonly personKey: string;
  readonly visitorId: string | null;
  readonly hasPlace: boolean;
  readonly fixedTable: string | null;
};

/** A match that can be played, with the tables of its event that are open. */
export type Ready = {
  readonly id: string;
  /** A judge undid its call. */
  readonly isPassedOver: boolean;
  readonly since: string;
  readonly location: string;
  readonly tables: readonly string[];
  readonly players: readonly Player[];
};

/** A match at its table. */
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

/** A phone counts for nothing here: it may hold the places of several people, in one event or in two. */
const isSamePerson = (one: Player, other: Player): boolean =>
  one.eventId === other.eventId ? one.id === other.id : one.personKey === other.personKey;

/** Returns who of the players is at a table, and where. */
export const whoPlays = (
  players: readonly Player[],
  playing: readonly Playing[],
): { player: Player; at: Playing } | null => {
  for (const at of playing) {
    const player = at.players.find((one) => players.some((other) => isSamePerson(one, other)));
    if (player !== undefined) return { player, at };
  }
  return null;
};

/** The table that a player of the match always plays at, while it is open. */
const fixedOf = ({ players, tables }: Ready): string | null =>
  players.flatMap(({ fixedTable }) =>
    fixedTable === null ? [] : tables.filter((table) => sameTable(table, fixedTable)),
  )[0] ?? null;

const byWait = (one: Ready, other: Ready): number => {
  if (one.isPassedOver !== other.isPassedOver) return one.isPassedOver ? 1 : -1;
  if (one.since === other.since) return one.id < other.id ? -1 : 1;
  return one.since < other.since ? -1 : 1;
};

export type Assignment = { readonly match: Ready; readonly table: string };

/**
 * Gives free tables to ready matches, the one that waited longest first, and last those that were passed over. A match with a player's fixed table waits for that
 * table; the others take it only when no other is free.
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

/** Returns why no table can be given to a match, with who plays where. */
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

/** Returns the table that a match gets: the one that was chosen, or the one that is suggested. @throws Refusal TABLE_TAKEN. */
export function tableFor(match: Ready, playing: readonly Playing[], chosen: string | undefined): string {
  if (chosen === undefined) {
    const table = assign([match], playing)[0]?.table;
    if (table !== undefined) return table;
    const fixed = fixedOf(match);
    const sentence = fixed === null ? 'No table is free.' : `${atTable(fixed, true)} is taken. Choose another.`;
    throw new Refusal('TABLE_TAKEN', sentence, { field: 'table' });
  }
  const table = match.tables.find((one) => sameTable(one, chosen));
  const other = playing.find((one) => tableKey(one.location, one.table) === tableKey(match.location, chosen));
  if (other !== undefined) {
    const who = other.players.map(({ name }) => name).join(' and ');
    throw new Refusal('TABLE_TAKEN', `${who} play at ${atTable(chosen)} in ${other.eventTitle}.`, { field: 'table' });
  }
  if (table === undefined)
    throw new Refusal('TABLE_TAKEN', `${atTable(chosen, true)} is closed, or not in this event.`, { field: 'table' });
  return table;
}
