/** Tells people where to go: calls a published round to its tables, and tells everybody in it; answers a phone its calls. */
import type { Db } from '#database/schema.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import type { StaffWriting } from '#features/audit/commands.ts';
import { findEvent, setRoundClock } from '#features/events/store.ts';
import { tell } from '#features/news/push/commands.ts';
import { lastRound } from '../engine/fold.ts';
import type { MatchState } from '../engine/state.ts';
import type { Bracket } from '../rules/bracket.ts';
import { startedClock } from '../rules/round-clock.ts';
import type { MyCall } from '../rules/shapes.ts';
import { roundWords } from '../rules/tables.ts';
import { callRound, entrantsOf, listMyCalls, NEWS_MS, sayCall } from './calls.ts';
import { findBracket } from './reads.ts';

type AboutRound = { readonly eventId: string; readonly entrantId: string; readonly of: string };

/** Of the last round. */
const keyOf = ({ drawId, state: { graph } }: Bracket): string =>
  `${drawId} ${graph.matches[graph.rounds.at(-1)?.from ?? -1]?.since}`;

const lastMatches = ({ state: { graph, matches } }: Bracket): readonly MatchState[] =>
  matches.slice(graph.rounds.at(-1)?.from ?? matches.length);

/** Calls the matches of the last round to the free tables, starts its clock and tells everybody in it. The event is locked. */
export async function announceRound({ context, tx }: Pick<StaffWriting, 'context' | 'tx'>, bracket: Bracket) {
  const { graph } = bracket.state;
  await callRound(context, tx, bracket.eventId);
  await setRoundClock(
    tx,
    bracket.eventId,
    startedClock(lastRound(graph), graph.options.minutes, context.now().getTime()),
  );
  for (const { id, visitorId } of lastMatches(bracket).flatMap((match) => entrantsOf(bracket, match))) {
    if (visitorId === null) continue;
    const about: AboutRound = { eventId: bracket.eventId, entrantId: id, of: keyOf(bracket) };
    const endsAt = new Date(context.now().getTime() + NEWS_MS).toISOString();
    await tell(context, tx, {
      key: `round ${about.of} ${id}`,
      kind: 'called',
      to: { visitors: [visitorId] },
      about,
      endsAt,
    });
  }
}

/** A round that is still the last, and a match of it that is still to be played, or no match. */
const sayRound: Hooks['say']['called'] = async ({ db }, { about }) => {
  const { eventId, entrantId, of } = JSON.parse(about) as AboutRound;
  const [event, bracket] = [await findEvent(db, eventId), await findBracket(db, eventId)];
  if (event === null || bracket === null || keyOf(bracket) !== of) return null;
  const match = lastMatches(bracket).find((found) => entrantsOf(bracket, found).some(({ id }) => id === entrantId));
  if (match === undefined || match.status === 'done') return null;
  const opponents = entrantsOf(bracket, match).flatMap(({ id, name }) => (id === entrantId ? [] : name));
  const table = bracket.calls.get(match.match.id)?.table ?? null;
  const title = roundWords(match.match.label, table, opponents);
  return { title, body: `${event.title}, ${event.location}`, url: '/schedule', told: of };
};

/** A phone is called to a table or to a round. */
export const sayCalled: Hooks['say']['called'] = (context, subject) =>
  ('of' in JSON.parse(subject.about) ? sayRound : sayCall)(context, subject);

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Where people of this visitor are up in a queue. */
    queueCalls(db: Db, visitorId: string): Promise<MyCall[]>;
  }
}

/** Where people of this visitor are called to, at a table or in a queue, the oldest first. */
export async function listEveryCall({ db, hooks }: CommandContext, visitorId: string | null): Promise<MyCall[]> {
  if (visitorId === null) return [];
  const all = [...(await listMyCalls({ db }, visitorId)), ...(await hooks.queueCalls(db, visitorId))];
  return all.toSorted((one, other) => (one.calledAt < other.calledAt ? -1 : 1));
}
