/** Topics on the server: whom a touch concerns, and what changed of each. `matches` is the family of every `matches:EVENT`. */
import { MINE } from '#platform/live.ts';

export const familyOf = (topic: string): string => topic.split(':', 1)[0] ?? '';

/** Whether a touch of `touched` concerns `topic`: it is the topic or its family. */
export const concerns = (touched: string, topic: string): boolean => touched === topic || touched === familyOf(topic);

/** Returns the topic of what belongs to a visitor. Screens watch `mine`; the server adds whose it is. */
export const topicOfVisitor = (visitorId: string): string => `${MINE}:${visitorId}`;

const LEFT = 'left:';
/** The topic of a visitor who lost a device: their streams end, so that each asks again whose it is. */
export const topicOfLeft = (visitorId: string): string => `${LEFT}${visitorId}`;
/** Returns the topic of whose streams a touch ends; '' for none. */
export const ownTopicOf = (touched: string): string =>
  touched.startsWith(LEFT) ? topicOfVisitor(touched.slice(LEFT.length)) : '';

/** The topics that only those who work here may hear of: in a freeze even when points were given stays among them. */
const FOR_STAFF: readonly string[] = ['staff', 'points', 'claims', 'uploads', 'audit', 'outbox'];

/** Who may watch a topic. Rows of `users:admin` are for organisers alone. */
export const audienceOf = (topic: string): 'organisers' | 'staff' | 'anyone' => {
  if (topic.endsWith(':admin')) return 'organisers';
  return FOR_STAFF.includes(familyOf(topic)) ? 'staff' : 'anyone';
};

/** Whether only those who work here may watch a topic. */
export const isOfStaff = (topic: string): boolean => audienceOf(topic) !== 'anyone';

/** Whether not everybody may watch a topic: it is of the staff, or of one visitor. */
export const isRestricted = (topic: string): boolean => isOfStaff(topic) || familyOf(topic) === MINE;

/** Topics of which a touch may have ended the session of an organiser, the link of a helper, or a desk. */
export const ENDS_STAFF_STREAMS: readonly string[] = ['sessions', 'helpers'];

/** By topic: the ids of the rows that changed, or null when any may have. */
export type Changes = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Adds a change; null outweighs any ids. */
export function mergeChange(
  changes: Map<string, Set<string> | null>,
  topic: string,
  ids: Iterable<string> | null,
): void {
  const touchedIds = changes.get(topic);
  if (touchedIds === null) return;
  if (ids === null) changes.set(topic, null);
  else if (touchedIds === undefined) changes.set(topic, new Set(ids));
  else for (const id of ids) touchedIds.add(id);
}

/** Topics by family, so that a touch finds those that it concerns without looking at the others. */
export function topicIndex() {
  const families = new Map<string, Set<string>>();
  return {
    add(topic: string): void {
      const family = familyOf(topic);
      const topics = families.get(family);
      if (topics === undefined) families.set(family, new Set([topic]));
      else topics.add(topic);
    },

    delete(topic: string): void {
      const family = familyOf(topic);
      const topics = families.get(family);
      topics?.delete(topic);
      if (topics?.size === 0) families.delete(family);
    },

    /** Returns the topics that a touch of `touched` concerns: itself, or every topic of its family. */
    concernedBy(touched: string): readonly string[] {
      const topics = families.get(familyOf(touched));
      if (topics === undefined) return [];
      if (!touched.includes(':')) return [...topics];
      return topics.has(touched) ? [touched] : [];
    },
  };
}
