import type { FestivalEvent } from '#features/events/contract.ts';
import { delayWords, endOf, startOf, type Timed } from '#features/events/rules/clock.ts';
import { overlapNote } from '#features/events/rules/schedule.ts';
import { DAY, MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { clockTime, festivalDay, tickerTime } from '#platform/time.ts';
import type { EventState, Notice } from './contract.ts';

export const stateOf = (
  { title, startTime, location, lateMinutes }: Pick<FestivalEvent, 'title' | 'startTime' | 'location' | 'lateMinutes'>,
  cancelled: boolean,
): EventState => ({ title, startTime, location, cancelled, ...(lateMinutes > 0 && { lateMinutes }) });

/** Keys in a fixed order: the database compares `was` and `became` as texts. */
export function stateText(state: EventState): string {
  const { title, startTime, location, cancelled, capacity, lateMinutes, editRevision, says, overlaps } = state;
  return JSON.stringify({ title, startTime, location, cancelled, capacity, lateMinutes, editRevision, says, overlaps });
}

export const isNews = (was: EventState, is: EventState): boolean => stateText(was) !== stateText(is);

/** An unseen notice from then on takes in the next change of its event. */
export const mergedSince = (now: Date): string => new Date(now.getTime() - 5 * MINUTE).toISOString();

/** Null until the festival is over. */
export const droppedBefore = (festival: { lastDay: string; timeZone: string }, now: Date): string | null =>
  festivalDay(now.toISOString(), festival.timeZone) > festival.lastDay
    ? new Date(now.getTime() - DAY).toISOString()
    : null;

export type Change = { readonly was: string; readonly is: string; readonly isRoom?: true };
export type NoticeWords = { readonly before: string; readonly changes: readonly Change[] };

/** "Train games:", "1:00 PM → 2:00 PM", "Ballroom A → Game Library" */
export function noticeWords(
  { kind, playerName, ...states }: Omit<Notice, 'id' | 'eventId' | 'at' | 'seen'>,
  zone: string,
) {
  const [name, was, is] = [isolated(playerName ?? ''), named(states.was), named(states.is)];
  const whenAndWhere = `${tickerTime(is.startTime, zone)}, ${is.location}`;
  const say = (before: string, changes: readonly Change[] = []): NoticeWords => ({ before, changes });
  if (kind === 'promoted')
    return say(`${name} has a place in ${is.title} now: ${whenAndWhere}.${overlapWords(is, zone)}`);
  if (is.capacity !== undefined)
    return say(`${is.title} has only ${counted(is.capacity, 'place')} now. ${name} waits alone, behind the others.`);
  if (is.says === 'coming') return say(`Is ${name} coming to ${is.title}? Check in, or keep the place in My schedule.`);
  if (is.says === 'released')
    return say(
      `${name} was not there, so the place in ${is.title} was given to the line. Come anyway: a free place is yours.`,
    );
  if (is.says === 'in-line')
    return say(`The places in ${is.title} are drawn. ${name} is in the line, and moves up when a place is free.`);
  if (kind === 'moved') return say(`An organiser moved ${name} from ${was.title} to ${is.title}: ${whenAndWhere}.`);
  if (kind === 'removed') return say(`An organiser removed ${name} from ${is.title}.`);
  if (kind === 'handed-over')
    return say(`${name}’s place in ${is.title} is on another phone now. An organiser handed it over.`);
  if (is.cancelled) return say(`${was.title} is cancelled.`);
  if (was.cancelled) return say(`${is.title} takes place after all: ${whenAndWhere}.`);
  const renamed = renamingOf(was, is);
  const moved = changesOf(was, is, zone);
  if (moved.length === 0) return say('', renamed);
  return renamed.length === 0 ? say(`${is.title}:`, moved) : say('', [...renamed, ...moved]);
}

const named = (state: EventState): EventState => ({
  ...state,
  title: isolated(state.title),
  location: isolated(state.location),
});

const overlapWords = ({ overlaps = [] }: EventState, zone: string): string =>
  overlaps.length === 0 ? '' : ` ${overlapNote(overlaps, zone)}.`;

export const renamingOf = (was: EventState, is: EventState): Change[] =>
  was.title === is.title ? [] : [{ was: was.title, is: is.title }];

/** Time and room, where they differ; the day only when it changed. */
export function changesOf(was: EventState, is: EventState, zone: string): Change[] {
  const sameDay = festivalDay(was.startTime, zone) === festivalDay(is.startTime, zone);
  const time = ({ startTime }: EventState) => (sameDay ? clockTime(startTime, zone) : tickerTime(startTime, zone));
  const delay = ({ lateMinutes = 0 }: EventState) => delayWords(lateMinutes);
  return [
    ...(was.startTime === is.startTime ? [] : [{ was: time(was), is: time(is) }]),
    ...(was.lateMinutes === is.lateMinutes ? [] : [{ was: delay(was), is: delay(is) }]),
    ...(was.location === is.location ? [] : [{ was: was.location, is: is.location, isRoom: true as const }]),
  ];
}

/** A new title alone is not worth waking a phone. */
export const isWorthPush = (was: EventState, is: EventState): boolean =>
  stateText({ ...was, title: is.title }) !== stateText(is);

/** On a locked screen too, so it names nobody. */
export function pushWords(
  { kind, was, is }: Pick<Notice, 'kind' | 'was' | 'is'>,
  zone: string,
): { title: string; body: string } {
  const whenAndWhere = `${tickerTime(is.startTime, zone)}, ${is.location}`;
  if (kind === 'event')
    return { title: is.title, body: sentenceOf(noticeWords({ kind, playerName: null, was, is }, zone)) };
  if (kind === 'promoted') return { title: `You have a place in ${is.title}`, body: whenAndWhere };
  if (is.capacity !== undefined)
    return { title: is.title, body: 'It has too few places for your group now: you wait one by one.' };
  if (is.says === 'coming')
    return { title: `${is.title}: are you coming?`, body: 'Check in, or keep your place in My schedule.' };
  if (is.says === 'released')
    return { title: is.title, body: 'Your place was given to the line. Come anyway: a free place is yours.' };
  if (is.says === 'in-line')
    return { title: is.title, body: 'The places are drawn. You are in the line, and move up when a place is free.' };
  if (kind === 'moved') return { title: `Your place is in ${is.title} now`, body: whenAndWhere };
  const what = kind === 'removed' ? 'An organiser removed your place.' : 'Your place is on another phone now.';
  return { title: is.title, body: what };
}

/** Null when the message is of no use any more. */
export function pushEndsAt(event: Timed, now: Date): string | null {
  if (endOf(event) <= now.getTime()) return null;
  return new Date(Math.max(startOf(event), now.getTime() + 15 * MINUTE)).toISOString();
}

export function startsSoon({ status, ...event }: Timed & Pick<FestivalEvent, 'status'>, now: Date): boolean {
  const wait = startOf(event) - now.getTime();
  return status === 'upcoming' && wait > 0 && wait <= 15 * MINUTE;
}

/** For a toast and for screen readers. */
export const sentenceOf = (words: NoticeWords): string =>
  [words.before, words.changes.map(({ was, is }) => `${was} → ${is}`).join(', ')].filter(Boolean).join(' ');

/** Of each cancelled event. `notices`: newest first. */
export function cancellations<N extends Pick<Notice, 'eventId' | 'kind' | 'is'>>(notices: readonly N[]): N[] {
  const newest = new Map<string, N>();
  for (const notice of notices) {
    if (notice.kind === 'event' && !newest.has(notice.eventId)) newest.set(notice.eventId, notice);
  }
  return [...newest.values()].filter(({ is }) => is.cancelled);
}

/** Of events that would be on today's schedule or a later one. */
export const cancelledEvents = <N extends Pick<Notice, 'eventId' | 'kind' | 'is'>>(
  notices: readonly N[],
  { zone, now }: { zone: string; now: string },
): N[] => cancellations(notices).filter(({ is }) => festivalDay(is.startTime, zone) >= festivalDay(now, zone));
