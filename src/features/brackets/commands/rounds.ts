/** Proposes, publishes and takes back the rounds of a tournament. */
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { StaffWork, StaffWriting } from '#features/audit/commands.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import type { FormatOptions } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { findEvent, setRoundClock } from '#features/events/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type * as contract from '../contract.ts';
import { lastRound } from '../engine/fold.ts';
import { LATER_OPTIONS } from '../engine/graph.ts';
import { whyNotEnter, whyNotPropose } from '../engine/results.ts';
import { hasResults } from '../rules/bracket.ts';
import { pressedClock } from '../rules/round-clock.ts';
import { asRound, nextRoundOf, readRound } from '../rules/rounds.ts';
import type { Round } from '../rules/shapes.ts';
import { asMatches } from '../rules/wire.ts';
import * as store from '../store/brackets.ts';
import { announceRound } from './announce.ts';
import { append, withLockedBracket } from './changes.ts';
import { findBracket } from './reads.ts';

const notDrawn = (): Refusal => new Refusal('NOT_FOUND', 'This tournament is not drawn yet.');

/** @throws Refusal NOT_FOUND, or ROUND_NOT_READY while no round can follow. */
export async function proposeRound({ db }: CommandContext, eventId: string): Promise<Round> {
  if ((await findEvent(db, eventId)) === null) throw noSuchEvent();
  const bracket = await findBracket(db, eventId);
  if (bracket === null) throw notDrawn();
  throwRefusal(whyNotPropose(bracket.state));
  return asRound(bracket, nextRoundOf(bracket.state));
}

export const publishRound: StaffWork<typeof contract.publishRound> = (given) => {
  const { params, body, note } = given;
  return withLockedBracket(given, params.id, notDrawn, async (bracket, eventTitle, event) => {
    throwRefusal(whyOver(event));
    throwRefusal(whyNotPropose(bracket.state));
    const entry = readRound(bracket, body);
    throwRefusal(whyNotEnter(bracket.state, entry));
    const after = await append(given, bracket, entry);
    await announceRound(given, after);
    const { matches, bye } = asRound(bracket, entry);
    await note({
      action: 'round published',
      subject: `Round ${entry.round} of ${eventTitle}`,
      eventId: params.id,
      before: null,
      after: {
        matches: matches.map(({ players }) => players.map(({ name }) => name).join(' – ')),
        ...(bye && { bye: bye.name }),
      },
    });
    return asMatches(after);
  });
};

/** Of a locked event: rounds, cut and minutes of its draw, as its organiser changed them; nothing before the draw. */
export async function changeOptions(given: StaffWriting, eventId: string, format: FormatOptions | null): Promise<void> {
  const bracket = await findBracket(given.tx, eventId);
  if (bracket === null) return;
  const options = Object.fromEntries(
    LATER_OPTIONS.flatMap((option) => (format?.[option] === undefined ? [] : [[option, format[option]]])),
  );
  const entry = { kind: 'options', options } as const;
  throwRefusal(whyNotEnter(bracket.state, entry));
  await append(given, bracket, entry);
}

export const setClock: StaffWork<typeof contract.setClock> = async ({ context, tx, params, body, note }) => {
  const event = await lockEventOrThrow(tx, params.id);
  throwRefusal(whyOver(event));
  const bracket = await findBracket(tx, event.id);
  if (bracket === null) throw notDrawn();
  const { graph, matches } = bracket.state;
  // A round robin has all of its rounds from the start.
  const open = matches.find(({ status }) => status === 'ready')?.match.round;
  const pressed = {
    round: graph.rounds.length > 0 ? lastRound(graph) : (open ?? lastRound(graph)),
    minutes: graph.options.minutes,
    now: context.now().getTime(),
  };
  const clock = pressedClock(event.roundClock, body.action, pressed);
  await setRoundClock(tx, event.id, clock);
  const said = { action: 'round clock set', subject: `${body.action}: ${event.title}`, eventId: event.id };
  await note({ ...said, before: event.roundClock, after: clock });
};

/** Takes the last round back; of the first the event is not drawn any more. */
export const undoRound: StaffWork<typeof contract.undoRound> = (given) => {
  const { tx, params, note } = given;
  const { id: eventId } = params;
  const round = Number(params.round);
  return withLockedBracket(given, eventId, notDrawn, async (bracket, eventTitle, event) => {
    throwRefusal(whyOver(event));
    const { rounds, matches } = bracket.state.graph;
    const last = rounds.at(-1);
    if (last?.round !== round)
      throw new Refusal('CHANGED_MEANWHILE', 'This is not the last round any more. Look again.');
    const ids = matches.slice(last.from).map(({ id }) => id);
    if (bracket.state.matches.slice(last.from).some(({ decidedBy }) => decidedBy !== null))
      throw new Refusal('RESULTS_EXIST', `Round ${round} has results. Clear them first.`);
    const said = { action: 'round taken back', subject: `Round ${round} of ${eventTitle}`, eventId };
    if (rounds.length === 1 && !last.isCut && !hasResults(bracket)) {
      await store.removeBracket(tx, eventId);
      await note({ ...said, before: null, after: null });
      return [];
    }
    const after = await append(given, bracket, { kind: 'unpublish', round, matches: ids });
    await setRoundClock(tx, eventId, null);
    await note({ ...said, before: null, after: null });
    return asMatches(after);
  });
};
