/** What a screen that comes back is sent first. */
import { concerns, MINE } from '#platform/live.ts';
import { eventText, type Sent, withPosition } from './feed.ts';

/** A longer replay costs more than asking again, and a client that never reads would hold it in memory. */
const LONGEST = 64 * 1024;

/** `kept`: the messages of a topic that the screen missed; null when they are no longer kept. */
type Missed = { readonly topic: string; readonly kept: readonly Sent[] | null };

/** Names a topic as its screens do: nobody else's id is sent. */
export const nameOf = (topic: string): string => (concerns(MINE, topic) ? MINE : topic);

export const touchedText = (topic: string): string => eventText('touched', JSON.stringify({ topic }));

/** Returns the messages in the order of positions, so that the stream may break off after any of them. */
export function replayOf(missed: readonly Missed[], position: number): string {
  const messages: Sent[] = [];
  let length = 0;
  for (const { topic, kept } of missed) {
    length += kept?.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
    if (kept !== null && length <= LONGEST) messages.push(...kept);
    else messages.push({ position, text: touchedText(topic) });
  }
  messages.sort((one, other) => one.position - other.position);
  return messages.map((message) => withPosition(message.position, message.text)).join('');
}
