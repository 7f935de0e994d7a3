/** Topics on the server: whom a touch concerns, and what changed of each. `matches` is the family of every `matches:EVENT`. */
import { changeOf, type LiveRow, MINE, type RowChange, type RowsMessage, type TouchedMessage } from '../live.ts';

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

/** Feeds of the topics that screens watch: turn changes into messages, and keep the newest for screens that were away. */

/**
 * Where a topic's rows are read. `of` is what follows the colon of `matches:EVENT`; without ids it returns every row, and null
 * where there is no such list.
 */
export type Source = {
  readonly topic: string;
  /** Whether `topic` stands for many: `matches` for every `matches:EVENT`. */
  readonly isFamily: boolean;
  /** Reads the whole list when the changed ids are unknown. Only for short lists. */
  readonly short: boolean;
  read(of: string, ids: readonly string[] | null): Promise<readonly LiveRow[] | null>;
};

/** A message: its position, and its text without the position. */
type Sent = { readonly position: number; readonly text: string };
type Feed = ReturnType<typeof openFeed>;

/** Most bytes and messages for screens that come back. */
const REPLAY_BYTES = 64 * 1024;
const REPLAY_MESSAGES = 500;
/** A longer message costs more than each screen's own request, which is answered packed or with 304. */
const LONGEST = 24 * 1024;
/** A longer replay costs more than asking again, and a client that never reads would hold it in memory. */
const LONGEST_REPLAY = 64 * 1024;

/** Strangers can watch lists that do not exist, whose first reads must leave the database's connections to others. */
const READS_AT_ONCE = 2;
/** And each of them would be a line in the log while the database is away. */
const COMPLAINT_MS = 10_000;

/** Opens the feed of a topic at a position: screens that were last there, or later, miss nothing. */
export function openFeed(topic: string, source: Source, openedAt: number) {
  const of = topic.slice(source.topic.length + 1);
  /** Rows as screens have them. Only when `complete` are these all, so that a missing one was deleted. */
  const onScreens = new Map<string, LiveRow>();
  let complete = false;
  /** The list changed before it was first read: what screens have of it is unknown. */
  let isBehind = false;
  const sent: Sent[] = [];
  let bytes = 0;
  let floor = openedAt;

  const touched = (): TouchedMessage => ({ topic });

  /** Returns whether there is such a list. */
  async function readAll(): Promise<boolean> {
    onScreens.clear();
    const rows = await source.read(of, null);
    for (const row of rows ?? []) onScreens.set(row.id, row);
    complete = true;
    return rows !== null;
  }

  async function compare(ids: ReadonlySet<string> | null): Promise<RowsMessage | TouchedMessage | null> {
    if (ids === null && !source.short) {
      onScreens.clear();
      return touched();
    }
    if (ids === null && (isBehind || !complete)) {
      isBehind = false;
      await readAll();
      return touched();
    }
    const asked = ids === null ? null : [...ids];
    const rows = (await source.read(of, asked)) ?? [];
    const there = new Set(rows.map(({ id }) => id));
    const gone = (asked ?? [...onScreens.keys()]).filter((id) => !there.has(id));
    const changes: RowChange[] = [];
    for (const row of rows) {
      const change = changeOf(onScreens.get(row.id), row);
      if (change === null || (source.short && !hasFields(change))) continue;
      changes.push(change);
      onScreens.set(row.id, row);
    }
    for (const id of gone) onScreens.delete(id);
    return changes.length + gone.length === 0 ? null : { topic, rows: changes, gone };
  }

  return {
    /**
     * Reads a short list, so that its first change can be sent as one, and returns whether there is such a list. If that fails,
     * the first change is a touch.
     */
    start: async (): Promise<boolean> => (source.short ? readAll() : true),

    /** Call at every change, before it is read. */
    noteChange(): void {
      if (!complete) isBehind = true;
    },

    /**
     * Returns the event to send after these rows changed (null: any may have), or null when screens see no difference.
     */
    async eventOf(ids: ReadonlySet<string> | null, position: () => number): Promise<string | null> {
      const message = await compare(ids);
      if (message === null) return null;
      const data = JSON.stringify(message);
      const text = 'rows' in message && data.length <= LONGEST ? eventText('rows', data) : touchedText(topic);
      const at = position();
      sent.push({ position: at, text });
      bytes += text.length;
      while (sent.length > REPLAY_MESSAGES || bytes > REPLAY_BYTES) {
        const oldest = sent.shift();
        if (oldest === undefined) break;
        bytes -= oldest.text.length;
        floor = oldest.position;
      }
      return withPosition(at, text);
    },

    /** Returns the events after `position`; null when some of them are gone. */
    since(position: number): readonly Sent[] | null {
      if (position < floor) return null;
      return sent.filter((message) => message.position > position);
    },
  };
}

/** In a short list each change gives every row a new revision, which screens do not need. */
const hasFields = ({ id, from, revision, checksum, ...fields }: RowChange): boolean => Object.keys(fields).length > 0;

/** `complain` is called, not for each of many, when a list could not be read: its first change is then sent as a touch. */
export function openFeeds(
  sources: readonly Source[],
  nextPosition: () => number,
  complain: (message: string, error: Error) => void,
) {
  const feeds = new Map<string, Feed>();
  const lanes = Array.from({ length: READS_AT_ONCE }, () => Promise.resolve());
  let opened = 0;
  let complainedAt = Number.NEGATIVE_INFINITY;
  const sourceOf = (topic: string): Source | undefined => sources.find((source) => concerns(source.topic, topic));

  /**
   * Opens the feed of a topic with a source, in place of an earlier one. Where there is no such list it closes again: anybody
   * can watch topics of events that do not exist, and a touch of all of them must read none.
   */
  function open(topic: string): void {
    const source = sourceOf(topic);
    if (source === undefined) return;
    const feed = openFeed(topic, source, nextPosition());
    feeds.set(topic, feed);
    const isOpen = (): boolean => feeds.get(topic) === feed;
    const start = async (): Promise<void> => {
      if (!isOpen()) return;
      const isList = await feed.start();
      if (!isList && source.isFamily && isOpen()) feeds.delete(topic);
    };
    const lane = opened % READS_AT_ONCE;
    opened += 1;
    lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(start).catch((error: Error) => {
      if (performance.now() - complainedAt < COMPLAINT_MS) return;
      complainedAt = performance.now();
      complain(`could not read the lists of ${source.topic}`, error);
    });
  }

  return {
    open,
    openAllAgain(): void {
      for (const topic of [...feeds.keys()]) open(topic);
    },
    of: (topic: string): Feed | undefined => feeds.get(topic),
    close: (topic: string): void => void feeds.delete(topic),

    /**
     * Returns what a screen missed of touched topics since a position: their messages in the order of positions, so that the
     * stream may break off after any of them, or else that they were touched.
     */
    replay(topics: readonly string[], since: number, position: number): string {
      const messages: Sent[] = [];
      let length = 0;
      for (const topic of topics) {
        const missed = feeds.get(topic)?.since(since) ?? null;
        length += missed?.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
        if (missed !== null && length <= LONGEST_REPLAY) messages.push(...missed);
        else messages.push({ position, text: touchedText(topic) });
      }
      messages.sort((one, other) => one.position - other.position);
      return messages.map((message) => withPosition(message.position, message.text)).join('');
    },

    /** Whether the topic's feed is open without watchers, so that a page from a moment ago gets the changes since then. */
    isAlwaysOpen: (topic: string): boolean => sourceOf(topic)?.isFamily === false,
  };
}

/** Names a topic as its screens do: nobody else's id is sent. */
export const nameOf = (topic: string): string => (concerns(MINE, topic) ? MINE : topic);

export const eventText = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`;

export const touchedText = (topic: string): string =>
  eventText('touched', JSON.stringify({ topic: nameOf(topic) } satisfies TouchedMessage));

/** The browser sends the newest position again when it reconnects. */
export const withPosition = (position: number, text: string): string => `id: ${position}\n${text}`;
