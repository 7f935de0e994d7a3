import { DAY, HOUR } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { isInScope, isOrganiser, type ScopedEvent, type Staff } from '#platform/staff.ts';
import { endOfFestivalDay, festivalDay } from '#platform/time.ts';
import { undoableSince } from '#platform/undo.ts';
import type { Message } from './contract.ts';

type Festival = { readonly lastDay: string; readonly timeZone: string };

/** Of an urgent message, and of any message after the festival, by default. */
const URGENT_MS = 2 * HOUR;
/** Before the festival a message may last until its end; otherwise so long. */
const LONGEST_MS = 7 * DAY;

const endOf = ({ lastDay, timeZone }: Festival): number => endOfFestivalDay(lastDay, timeZone).getTime();

export function suggestedEnd(urgent: boolean, now: Date, festival: Festival, lastStart?: string | null): string {
  const { timeZone } = festival;
  const soonest = now.getTime() + URGENT_MS;
  const programme = lastStart ? endOf({ lastDay: festivalDay(lastStart, timeZone), timeZone }) : 0;
  const over = Math.max(soonest, endOf(festival), Math.min(programme, now.getTime() + LONGEST_MS));
  return new Date(urgent ? soonest : over).toISOString();
}

export function whyNotEnd(endsAt: string, now: Date, festival: Festival): Verdict {
  const bad = (problem: string) => new Refusal('BAD_INPUT', `The end ${problem}.`, { field: 'endsAt' });
  const end = Date.parse(endsAt);
  if (end <= now.getTime()) return bad('has passed');
  if (end <= Math.max(endOf(festival), now.getTime() + LONGEST_MS)) return null;
  return bad('is after the festival and more than 7 days away');
}

export const whyNotEdit = ({ at }: Pick<Message, 'at'>, now: Date): Verdict =>
  at > undoableSince(now)
    ? null
    : new Refusal('GONE', 'A message can be edited for a minute. Withdraw it, and write another one.');

type Reader = {
  /** Null for everybody who does not work here. */
  readonly staff: Pick<Staff, 'role' | 'scope'> | null;
  readonly eventIds: ReadonlySet<string>;
};

export function mayRead(
  { staff, eventIds }: Reader,
  audience: Message['audience'],
  event: ScopedEvent | null,
): boolean {
  if (audience === 'everybody') return true;
  if (audience === 'staff') return staff !== null;
  if (event === null) return false;
  return eventIds.has(event.id) || isOrganiser(staff) || (staff !== null && isInScope(staff.scope, event));
}

export type Shown = Pick<Message, 'id' | 'revision'>;

/** Returns which of the shown messages are urgent, are for the reader and have that text now. */
export function shownNow(shown: readonly Shown[], readable: readonly Message[]): string[] {
  const revisions = new Map(shown.map(({ id, revision }) => [id, revision]));
  return readable.filter(({ id, urgent, revision }) => urgent && revisions.get(id) === revision).map(({ id }) => id);
}

/** 'Priya, organiser'; 'A host' without a name. */
export const fromWords = (name: string | null, role: 'organiser' | 'host'): string =>
  name === null ? (role === 'host' ? 'A host' : 'An organiser') : `${name}, ${role}`;

export const newestFirst = (one: Message, other: Message): number =>
  `${one.at} ${one.id}` < `${other.at} ${other.id}` ? 1 : -1;

export function inForce(lists: readonly (readonly Message[])[], now: string): Message[] {
  const byId = new Map<string, Message>();
  for (const message of lists.flat()) {
    const other = byId.get(message.id);
    if (message.endsAt > now && (other === undefined || other.revision < message.revision))
      byId.set(message.id, message);
  }
  return [...byId.values()].sort(newestFirst);
}

const MARKS = /(?<![\w\\])(\*{1,3}|_{1,3}|~~|\|\||`{1,3})(?=\S)([^\n]*?[^\s\\])\1(?!\w)/g;

/** For a line on home and for a notification, which draw no Markdown. */
export const plainText = (text: string): string =>
  text
    .replace(/\[([^[\]\n]+)\]\(https?:[^\s)]+\)/g, '$1')
    .replace(/^(?:#{1,3}|-#|>>>|>) +/gm, '')
    .replace(MARKS, '$2')
    // Marks inside marks.
    .replace(MARKS, '$2')
    .replace(/\\([^\w\s])/g, '$1');
