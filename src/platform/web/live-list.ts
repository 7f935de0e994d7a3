/** A fetched list and the messages heard since are combined by revision, in whatever order they arrive. */
import { type QueryFunctionContext, type QueryKey, queryOptions } from '@tanstack/react-query';
import { caughtUp, type Heard, type LiveRow, POSITION_HEADER } from '#platform/live.ts';

type Hear = (header: (name: string) => string | null) => void;
/** `never`, because not every reader knows the list's own type. */
type Order = (one: never, other: never) => number;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** On the live stream; by default the first part of the key. */
      topic?: string;
      rows?: { readonly order: Order | null };
      /** Milliseconds between requests while the stream is away. */
      poll?: number;
    };
  }
}

/** Milliseconds for which messages wait for an answer that is still on its way. */
const REMEMBERED_MS = 60_000;
const ATTEMPTS = 3;
/** For this long the server may answer with the same copy again. */
export const STALE_MS = 1_000;

/** Positions of two instances may be this far apart, and a page is a little older than its position. */
const APART_MS = 10_000;

/** Messages of the last minute, by topic. */
const heardOf = new Map<string, (Heard & { readonly at: number })[]>();
/** By topic: the position up to which this page has every change. */
const knownUpTo = new Map<string, number>();
let newest = 0;
/** The position of what came with the page. */
let started = 0;

/** By topic: the position of its last answer. */
const answered = new Map<string, number>();

/** For a topic whose answer is read later. Returns the position up to which this page has every change of it. */
export function trackTopic(topic: string): number {
  const position = knownUpTo.get(topic) ?? newest;
  knownUpTo.set(topic, position);
  return position;
}

export const isAnsweredAfter = (topic: string, position: number): boolean => (answered.get(topic) ?? 0) > position;

/** What came with the page contains every change up to this position. */
export function startAt(position: number): void {
  newest = position;
  started = position;
}

/** Whether an answer or the stream has brought the topic up to this position. */
export const contains = (topic: string, position: number): boolean =>
  position <= Math.max(answered.get(topic) ?? started, (knownUpTo.get(topic) ?? 0) - APART_MS);

export function knowUpTo(topic: string, position: number): void {
  newest = Math.max(newest, position);
  knownUpTo.set(topic, Math.max(knownUpTo.get(topic) ?? 0, position));
}

export function remember(topic: string, heard: Heard): void {
  const now = performance.now();
  const recent = (heardOf.get(topic) ?? []).filter(({ at }) => now - at < REMEMBERED_MS);
  heardOf.set(topic, [...recent, { ...heard, at: now }]);
}

/** For tests. */
export function forgetLive(): void {
  heardOf.clear();
  knownUpTo.clear();
  answered.clear();
  newest = 0;
  started = 0;
}

export const inOrder = <Row>(rows: Row[], order: Order | null): Row[] =>
  order === null ? rows : rows.sort(order as (one: Row, other: Row) => number);

type LiveList<Row extends LiveRow, Key extends QueryKey> = {
  /** The parts of the address after `/api/`: live changes are written into the offline copy of that address. */
  readonly queryKey: Key;
  readonly read: (sending: { signal: AbortSignal; hear: Hear }) => Promise<Row[]>;
  readonly topic: string;
  /** Null when rows never move. */
  readonly order: Order | null;
  readonly poll?: number;
};

export const liveList = <Row extends LiveRow, const Key extends QueryKey>(list: LiveList<Row, Key>) =>
  queryOptions<Row[], Error, Row[], Key>({
    queryKey: list.queryKey,
    queryFn: ({ signal }: QueryFunctionContext<Key>) => readList<Row>(list, signal),
    meta: {
      topic: list.topic,
      rows: { order: list.order },
      ...(list.poll === undefined ? {} : { poll: list.poll }),
    },
  });

async function readList<Row extends LiveRow>(
  { topic, order, read }: Pick<LiveList<Row, QueryKey>, 'topic' | 'order' | 'read'>,
  signal: AbortSignal,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    let position = 0;
    const hear: Hear = (header) => {
      position = Number(header(POSITION_HEADER)) || 0;
    };
    const rows = await read({ signal, hear });
    const list = caughtUp(rows, position, heardOf.get(topic) ?? []);
    // A change between this answer and the first message heard is missing only in the answer: ask again.
    if (list === null && attempt < ATTEMPTS) {
      await new Promise((resolve) => setTimeout(resolve, STALE_MS));
      if (!signal.aborted) continue;
    }
    answered.set(topic, position);
    knowUpTo(topic, position);
    return inOrder(list ?? rows, order);
  }
}
