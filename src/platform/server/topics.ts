/** `matches` is the family of every `matches:EVENT`. */
import { changeOf, type LiveRow, MINE, type RowChange, type RowsMessage, type TouchedMessage } from '../live.ts';

export const familyOf = (topic: string): string => topic.split(':', 1)[0] ?? '';

export const concerns = (touched: string, topic: string): boolean => touched === topic || touched === familyOf(topic);

/** Screens watch `mine`; the server adds whose it is. */
export const topicOfVisitor = (visitorId: string): string => `${MINE}:${visitorId}`;

const LEFT = 'left:';
/** Of a visitor who lost a device: their streams end, so that each asks again whose it is. */
export const topicOfLeft = (visitorId: string): string => `${LEFT}${visitorId}`;
/** The topic whose streams end; '' for none. */
export const ownTopicOf = (touched: string): string =>
  touched.startsWith(LEFT) ? topicOfVisitor(touched.slice(LEFT.length)) : '';

/** Points too: in a freeze even the time when points were given is secret. */
const FOR_STAFF: readonly string[] = ['staff', 'points', 'claims', 'reports', 'feedback', 'uploads', 'audit', 'outbox'];

/** Rows of `users:admin` are for organisers alone. */
export const audienceOf = (topic: string): 'organisers' | 'staff' | 'anyone' => {
  if (topic.endsWith(':admin')) return 'organisers';
  return FOR_STAFF.includes(familyOf(topic)) ? 'staff' : 'anyone';
};

export const isOfStaff = (topic: string): boolean => audienceOf(topic) !== 'anyone';

export const isRestricted = (topic: string): boolean => isOfStaff(topic) || familyOf(topic) === MINE;

/** A touch may have ended an organiser's session, a helper's link or a desk. */
export const ENDS_STAFF_STREAMS: readonly string[] = ['sessions', 'helpers'];

export type Changes = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Null outweighs any ids. */
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

/** By family, so that a touch finds its topics without looking at the others. */
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

    concernedBy(touched: string): readonly string[] {
      const topics = families.get(familyOf(touched));
      if (topics === undefined) return [];
      if (!touched.includes(':')) return [...topics];
      return topics.has(touched) ? [touched] : [];
    },
  };
}

/**
 * Reads a topic's rows. `of` is what follows the colon of `matches:EVENT`. Without ids it returns every row, or null
 * where there is no such list.
 */
export type Source = {
  readonly topic: string;
  /** `matches` stands for every `matches:EVENT`. */
  readonly isFamily: boolean;
  /** Reads the whole list when the changed ids are unknown. Only for short lists. */
  readonly short: boolean;
  read(of: string, ids: readonly string[] | null): Promise<readonly LiveRow[] | null>;
};

type Sent = { readonly position: number; readonly text: string };
type Feed = ReturnType<typeof openFeed>;

const REPLAY_BYTES = 64 * 1024;
const REPLAY_MESSAGES = 500;
/** Bytes. A longer message costs more than each screen's own request, which is answered packed or with 304. */
const LONGEST = 24 * 1024;
/** Bytes. A longer replay costs more than asking again, and a client that never reads would hold it in memory. */
const LONGEST_REPLAY = 64 * 1024;

/** Strangers can watch lists that do not exist; their reads must leave database connections to others. */
const READS_AT_ONCE = 2;
/** While the database is away, each read would be a line in the log. */
const COMPLAINT_MS = 10_000;

/** Screens that were at `openedAt` or later miss nothing. */
export function openFeed(topic: string, source: Source, openedAt: number) {
  const of = topic.slice(source.topic.length + 1);
  /** A missing row was deleted only when `complete` is true. */
  const onScreens = new Map<string, LiveRow>();
  let complete = false;
  /** The list changed before it was first read, so what screens have of it is unknown. */
  let isBehind = false;
  const sent: Sent[] = [];
  let bytes = 0;
  let floor = openedAt;

  const touched = (): TouchedMessage => ({ topic });

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
     * Reads a short list, so that its first change can be sent as one and not as a touch. False without such a list.
     */
    start: async (): Promise<boolean> => (source.short ? readAll() : true),

    /** Call at every change, before it is read. */
    noteChange(): void {
      if (!complete) isBehind = true;
    },

    /** Null when screens see no difference. `ids` is null when any row may have changed. */
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

    /** Null when some of them are gone. */
    since(position: number): readonly Sent[] | null {
      if (position < floor) return null;
      return sent.filter((message) => message.position > position);
    },
  };
}

/** In a short list each change gives every row a new revision, which screens do not need. */
const hasFields = ({ id, from, revision, checksum, ...fields }: RowChange): boolean => Object.keys(fields).length > 0;

/** `complain`: a list could not be read, so its first change is sent as a touch. Not called for each of many. */
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
   * Replaces an earlier feed; closes again where there is no such list. Anybody can watch topics of events that do not
   * exist, and a touch of all of them must read none.
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

    /** Messages in the order of positions, so that the stream may break off after any of them, or else touches. */
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

    /** Open without watchers, so that a page from a moment ago gets the changes since then. */
    isAlwaysOpen: (topic: string): boolean => sourceOf(topic)?.isFamily === false,
  };
}

/** Nobody else's id is sent. */
export const nameOf = (topic: string): string => (concerns(MINE, topic) ? MINE : topic);

export const eventText = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`;

export const touchedText = (topic: string): string =>
  eventText('touched', JSON.stringify({ topic: nameOf(topic) } satisfies TouchedMessage));

/** The browser sends the newest position again when it reconnects. */
export const withPosition = (position: number, text: string): string => `id: ${position}\n${text}`;
