/**
 * Calls matches to tables. The calls of all events have one lock, taken after those of events, so that nobody is called to two
 * matches of two events at once.
 */
import type { DutyContext } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import type { CallerWork, StaffWork, StaffWriting } from '#features/audit/commands.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent, TableSettings } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { findEvent, lockEvent, readTables } from '#features/events/store.ts';
import { tell } from '#features/news/push/commands.ts';
import { MINUTE } from '#platform/durations.ts';
import { looseKey, nameKey, roomKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import { isOrganiser } from '#platform/staff.ts';
import type * as contract from '../contract.ts';
import type { MatchId } from '../engine/graph.ts';
import { type MatchState, matchIn } from '../engine/state.ts';
import { type Bracket, type StoredCall, titleOf } from '../rules/bracket.ts';
import { pairedOtherwise } from '../rules/rounds.ts';
import type { EventCalls, MyCall } from '../rules/shapes.ts';
import {
  type Assignment,
  assign,
  calledWords,
  type Playing,
  type Ready,
  tableFor,
  tableKey,
  whoPlays,
  whyNotCall,
} from '../rules/tables.ts';
import { readId, seedsOf, sentId } from '../rules/wire.ts';
import * as store from '../store/calls.ts';
import { findBracket, noSuchMatch } from './reads.ts';

/** For so long a call is news on a phone. */
export const NEWS_MS = 30 * MINUTE;

/** A drawn tournament with its tables, and the matches that are called by judges alone. */
type Tournament = {
  readonly event: FestivalEvent;
  readonly bracket: Bracket;
  readonly settings: TableSettings;
  readonly passedOver: readonly MatchId[];
};

async function findTournament(db: Db, eventId: string): Promise<Tournament | null> {
  const event = await findEvent(db, eventId);
  const bracket = await findBracket(db, eventId);
  const settings = await readTables(db, eventId);
  const passedOver = await store.listPassedOver(db, eventId);
  return event && bracket && settings && { event, bracket, settings, passedOver };
}

async function findTournaments(db: Db, eventIds: readonly string[]): Promise<Tournament[]> {
  const tournaments: (Tournament | null)[] = [];
  for (const eventId of eventIds) tournaments.push(await findTournament(db, eventId));
  return tournaments.filter((tournament) => tournament !== null);
}

/** Who is there to play. */
export const entrantsOf = ({ entrants, state }: Bracket, match: MatchState) =>
  seedsOf(match).flatMap((seed) => (state.dropped.has(seed) ? [] : (entrants[seed - 1] ?? [])));

export const playersOf = (bracket: Bracket, match: MatchState) =>
  entrantsOf(bracket, match).map((entrant) => ({
    ...entrant,
    eventId: bracket.eventId,
    personKey: looseKey(entrant.name) || nameKey(entrant.name),
  }));

const asReady = ({ event, bracket, settings, passedOver }: Tournament, match: MatchState): Ready => ({
  id: sentId(event.id, match.match.id),
  isPassedOver: passedOver.includes(match.match.id),
  since: bracket.lines[match.sinceEntry ?? -1]?.enteredAt ?? bracket.drawnAt,
  order: bracket.state.graph.indexOf.get(match.match.id) ?? 0,
  location: event.location,
  tables: settings.tables.filter((table) => !Object.hasOwn(settings.closedTables, table)),
  players: playersOf(bracket, match),
});

const readyIn = ({ bracket }: Tournament): MatchState[] =>
  bracket.state.matches.filter(({ status }) => status === 'ready');

const readyToCall = (tournament: Tournament): Ready[] =>
  readyIn(tournament).flatMap((match) =>
    tournament.bracket.calls.has(match.match.id) ? [] : asReady(tournament, match),
  );

/** The matches at a table. */
const calledIn = (tournament: Tournament) =>
  readyIn(tournament).flatMap((match) => {
    const call = tournament.bracket.calls.get(match.match.id);
    return call === undefined ? [] : { id: sentId(tournament.event.id, match.match.id), match, call };
  });

/** Returns who is at a table, in all events. */
export const listPlaying = async (db: Db): Promise<(Playing & { readonly calledAt: string })[]> =>
  (await findTournaments(db, await store.listCallingEvents(db))).flatMap((tournament) =>
    calledIn(tournament).map(({ id, match, call: { location, table, calledAt } }) => ({
      id,
      calledAt,
      location,
      table,
      eventTitle: tournament.event.title,
      players: playersOf(tournament.bracket, match),
    })),
  );

/** Screens show the match, the desks of all events their tables, and the phones of the players the call. */
function noteCall(db: Db, eventId: string, id: string, visitors: readonly { visitor_id: string | null }[]): void {
  noteChange(db, `matches:${eventId}`, [id]);
  noteChange(db, 'calls');
  noteOwners(db, visitors);
}

const visitorsOf = (players: readonly { readonly visitorId: string | null }[]) =>
  players.map(({ visitorId }) => ({ visitor_id: visitorId }));

type AboutCall = { readonly matchId: string; readonly entrantId: string; readonly at: string };

/** A call that holds, and that the player's phone has not shown. */
export const sayCall: Hooks['say']['called'] = async ({ db }, { about, visitorId }) => {
  const { matchId, entrantId, at } = JSON.parse(about) as AboutCall;
  const calls = await listMyCalls({ db }, visitorId);
  const call = calls.find((call) => call.matchId === matchId && call.entrantId === entrantId && call.calledAt === at);
  if (call === undefined || call.seen) return null;
  return { title: calledWords(call.table, call.opponents), body: call.location, url: '/schedule', told: at };
};

/** Stores a call and tells each player's phone, unless `isTold` otherwise. Returns when. */
async function callTo(
  context: DutyContext,
  tx: Db,
  bracket: Bracket,
  { match, table }: Assignment,
  isTold = false,
): Promise<string> {
  const at = context.now().toISOString();
  const entrants = match.players.map(({ id }) => id);
  await store.addCall(tx, bracket, { id: match.id, location: match.location, table, at, entrants });
  noteCall(tx, bracket.eventId, match.id, visitorsOf(match.players));
  for (const player of match.players) {
    if (player.visitorId === null || isTold) continue;
    await tell(context, tx, {
      key: `called ${match.id} ${at} ${player.id}`,
      kind: 'called',
      to: { visitors: [player.visitorId] },
      about: { matchId: match.id, entrantId: player.id, at } satisfies AboutCall,
      endsAt: new Date(context.now().getTime() + NEWS_MS).toISOString(),
    });
  }
  return at;
}

async function endCalls(tx: Db, eventId: string, ids: readonly string[]): Promise<void> {
  const called = await store.removeCalls(tx, eventId, ids);
  for (const id of ids) noteCall(tx, eventId, id, called);
}

/** Calls the next matches of every event that calls by itself. The calls are locked. */
async function callNext(context: DutyContext, tx: Db): Promise<void> {
  const tournaments = await findTournaments(tx, await store.listSelfCalling(tx));
  if (tournaments.length === 0) return;
  const ready = tournaments.flatMap(readyToCall).filter(({ isPassedOver }) => !isPassedOver);
  for (const assignment of assign(ready, await listPlaying(tx))) {
    const tournament = tournaments.find(({ event }) => event.id === readId(assignment.match.id)?.eventId);
    if (tournament !== undefined) await callTo(context, tx, tournament.bracket, assignment);
  }
}

/** Calls the matches of a round that was just published to the tables that are free. Its players are told of the round. */
export async function callRound(context: DutyContext, tx: Db, eventId: string): Promise<void> {
  await store.lockCalls(tx);
  const tournament = await findTournament(tx, eventId);
  if (tournament === null) return;
  for (const assignment of assign(readyToCall(tournament), await listPlaying(tx)))
    await callTo(context, tx, tournament.bracket, assignment, true);
}

export const settleCalls: Hooks['settleCalls'] = async (context, tx, eventId) => {
  // Most events have no tables, and then no calls. Their own lock keeps both as they are.
  const mayHaveCalls =
    (await readTables(tx, eventId))?.tables.length || (await store.listCalledIds(tx, eventId)).length;
  if (!mayHaveCalls) return;
  await store.lockCalls(tx);
  const called = await store.listCalledIds(tx, eventId);
  const tournament = await findTournament(tx, eventId);
  const holding = tournament === null || tournament.event.status === 'completed' ? [] : holdingCalls(tournament);
  const ended = called.filter((id) => !holding.includes(id));
  await endCalls(tx, eventId, ended);
  if (holding.length > 0) await endSecondCalls(tx);
  await callNext(context, tx);
};

/** A place may have got the name of a person at another table: the call that came later ends, also in another event. The calls are locked. */
async function endSecondCalls(tx: Db): Promise<void> {
  const staying: Playing[] = [];
  for (const call of (await listPlaying(tx)).sort((one, other) => (one.calledAt < other.calledAt ? -1 : 1))) {
    const eventId = readId(call.id)?.eventId;
    if (eventId === undefined || whoPlays(call.players, staying) === null) staying.push(call);
    else await endCalls(tx, eventId, [call.id]);
  }
}

/** Returns the ids of the calls that still hold: the match is ready with those who are called, and the table is where it was. */
function holdingCalls(tournament: Tournament): string[] {
  const { event, bracket, settings } = tournament;
  const tables = new Set(settings.tables.map((table) => tableKey(event.location, table)));
  return calledIn(tournament)
    .filter(({ call: { location, table } }) => tables.has(tableKey(location, table)))
    .filter(({ match, call }) =>
      entrantsOf(bracket, match).every(({ id, hasPlace }) => hasPlace && call.entrants.includes(id)),
    )
    .map(({ id }) => id);
}

type AtMatch = {
  readonly id: string;
  readonly tournament: Tournament;
  readonly match: MatchState;
  readonly call: StoredCall | undefined;
};

/** Locks the match's event and all calls. @throws Refusal NOT_FOUND. */
async function lockMatch(tx: Db, id: string): Promise<AtMatch> {
  const sent = readId(id);
  if (sent === null || (await lockEvent(tx, sent.eventId)) === null) throw noSuchMatch();
  await store.lockCalls(tx);
  const tournament = await findTournament(tx, sent.eventId);
  const match = tournament ? matchIn(tournament.bracket.state, sent.match) : undefined;
  if (tournament === null || match === undefined) throw noSuchMatch();
  return { id, tournament, match, call: tournament.bracket.calls.get(sent.match) };
}

const asSeen = ({ table, calledAt, seenBy }: StoredCall) => ({ table, calledAt, seenBy: [...seenBy] });

/** Calls a ready match, or moves it to another table. */
export const callMatch: StaffWork<typeof contract.callMatch> = async (given) => {
  const { context, tx, note } = given;
  const chosen = given.body.table;
  const scene = await lockMatch(tx, given.params.id);
  const { id, tournament, match, call } = scene;
  const { event, bracket } = tournament;
  const isSame = call && (chosen === undefined || roomKey(chosen) === roomKey(call.table));
  if (call && isSame) {
    await note(null);
    return asSeen(call);
  }
  throwRefusal(whyOver(event));
  if (match.status !== 'ready') {
    throw new Refusal('MATCH_NOT_READY', `${titleOf(bracket, match.match.id)} can’t be played now.`);
  }
  const ready = asReady(tournament, match);
  const playing = (await listPlaying(tx)).filter((one) => one.id !== id);
  throwRefusal(whyNotCall(ready, playing));
  const table = tableFor(ready, playing, chosen);
  if (call) await store.removeCalls(tx, event.id, [id]);
  const calledAt = await callTo(context, tx, bracket, { match: ready, table });
  const others = tournament.passedOver.filter((one) => one !== match.match.id);
  if (others.length < tournament.passedOver.length) await store.setPassedOver(tx, event.id, others);
  await noteCalled(given, scene, table);
  if (call) await callNext(context, tx);
  return { table, calledAt, seenBy: [] };
};

/** From the table where it was called before to that where it is now. */
const noteCalled = (
  { note }: StaffWriting,
  { tournament: { event, bracket }, match: { match }, call }: AtMatch,
  table: string | null,
) =>
  note({
    action: table === null ? 'call undone' : 'match called',
    subject: `${titleOf(bracket, match.id)} of ${event.title}`,
    eventId: event.id,
    before: call ? { table: call.table } : null,
    after: table && { table },
  });

/** Undoes a call; without one nothing changes. From then on the match is called by judges alone. */
export const endCall: StaffWork<typeof contract.endCall> = async (given) => {
  const { context, tx, note } = given;
  const scene = await lockMatch(tx, given.params.id);
  const { id, tournament, match, call } = scene;
  if (call === undefined) return note(null);
  await endCalls(tx, tournament.event.id, [id]);
  await store.setPassedOver(tx, tournament.event.id, [...tournament.passedOver, match.match.id]);
  await noteCalled(given, scene, null);
  await callNext(context, tx);
};

/** Notes that the phone of a player showed the call. */
export const sawCall: CallerWork<typeof contract.sawCall> = async ({ tx, caller: { visitorId, staff }, params }) => {
  const { id, tournament, match, call } = await lockMatch(tx, params.id);
  const mine = entrantsOf(tournament.bracket, match).filter(
    (entrant) => entrant.visitorId !== null && entrant.visitorId === visitorId,
  );
  // An organiser may look at any phone.
  if (mine.length === 0 && !isOrganiser(staff))
    throw new Refusal('NOT_YOURS', 'Nobody of this phone plays this match.');
  const seenBy = new Set([...(call?.seenBy ?? []), ...mine.map((entrant) => entrant.id)]);
  if (call === undefined || seenBy.size === call.seenBy.length) return;
  await store.markCallSeen(tx, id, [...seenBy]);
  noteChange(tx, 'calls');
  noteOwners(tx, [{ visitor_id: visitorId }]);
};

export const fixTable: StaffWork<typeof contract.fixTable> = async ({ tx, params, body, note }) => {
  const { id: eventId, title } = await lockEventOrThrow(tx, params.id);
  if (!(await store.fixTable(tx, eventId, body))) throw new Refusal('NOT_FOUND', 'This place was cancelled.');
  noteChange(tx, 'calls');
  await note({ action: 'fixed table set', subject: title, eventId, before: null, after: { table: body.table } });
};

/** Returns the calls of people of this visitor, the oldest first. */
export async function listMyCalls({ db }: Pick<CommandContext, 'db'>, visitorId: string | null): Promise<MyCall[]> {
  if (visitorId === null) return [];
  const mine: MyCall[] = [];
  for (const tournament of await findTournaments(db, await store.listCallingEvents(db, visitorId))) {
    const { id: eventId, title: eventTitle, location } = tournament.event;
    for (const { id: matchId, match, call } of calledIn(tournament)) {
      const { table, calledAt, seenBy } = call;
      const entrants = entrantsOf(tournament.bracket, match);
      for (const me of entrants.filter((entrant) => entrant.visitorId === visitorId)) {
        const opponents = entrants.filter((entrant) => entrant !== me).map(({ name }) => name);
        mine.push({
          matchId,
          eventId,
          eventTitle,
          location,
          table,
          calledAt,
          opponents,
          entrantId: me.id,
          playerName: me.name,
          seen: seenBy.includes(me.id),
        });
      }
    }
  }
  return mine.sort((one, other) => (one.calledAt < other.calledAt ? -1 : 1));
}

/** @throws Refusal NOT_FOUND. */
export async function listCalls({ db }: CommandContext, eventId: string): Promise<EventCalls> {
  const [event, settings] = [await findEvent(db, eventId), await readTables(db, eventId)];
  if (event === null || settings === null) throw noSuchEvent();
  const playing = await listPlaying(db);
  const whoIsAt = (table: string): string | null => {
    const at = playing.find((one) => tableKey(one.location, one.table) === tableKey(event.location, table));
    if (at === undefined) return null;
    const names = at.players.map((player) => player.name).join(' and ');
    return at.eventTitle === event.title ? names : `${names} (${at.eventTitle})`;
  };
  const tournament = await findTournament(db, eventId);
  return {
    tables: settings.tables.map((name) => ({
      name,
      reason: Object.hasOwn(settings.closedTables, name) ? (settings.closedTables[name] ?? null) : null,
      by: whoIsAt(name),
    })),
    callsByItself: settings.callsByItself,
    matches: tournament === null ? [] : matchesToCall(tournament, playing),
    withoutMatch: tournament === null ? [] : withoutMatch(tournament.bracket),
    otherwise: tournament === null ? [] : pairedOtherwise(tournament.bracket),
    fixedTables:
      tournament?.bracket.entrants.flatMap(({ id, fixedTable: table }) =>
        table === null ? [] : { entrantId: id, table },
      ) ?? [],
  };
}

const withoutMatch = ({ entrants, state }: Bracket): EventCalls['withoutMatch'] => {
  const paired = new Set(state.matches.flatMap(({ players }) => players));
  return entrants.flatMap(({ id, name }, index) => {
    const seed = index + 1;
    return paired.has(seed) || state.dropped.has(seed) ? [] : { id, name, seed };
  });
};

/** Those at a table, and those that can be called with the table that is suggested, or why not. */
function matchesToCall(tournament: Tournament, playing: readonly Playing[]): EventCalls['matches'] {
  const ready = readyToCall(tournament).sort((one, other) => Number(one.isPassedOver) - Number(other.isPassedOver));
  const suggested = new Map(assign(ready, playing).map(({ match, table }) => [match.id, table]));
  return [
    ...calledIn(tournament).map(({ id, call }) => ({ id, call: asSeen(call), table: null, whyNot: null })),
    ...ready.map((match) => {
      const table = suggested.get(match.id) ?? assign([match], playing)[0]?.table ?? null;
      const whyNot = whyNotCall(match, playing)?.message ?? (table === null ? 'No table is free.' : null);
      return { id: match.id, call: null, table, whyNot };
    }),
  ];
}
