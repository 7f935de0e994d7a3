import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#database/schema.ts';
import { MINUTE } from '#platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import { askMessages, type Channel, fetchAvatar, type Picture } from './client.ts';
import type { Announcement, AnnouncementBoard } from './contract.ts';
import { announcementsIn } from './rules/message.ts';
import {
  boardWarning,
  isFinal,
  isStale,
  mayAsk,
  NOT_SET_UP,
  problemOf,
  type Reply,
  type StoredBoard,
} from './rules/polling.ts';
import * as store from './store.ts';

export type BoardParts = {
  readonly db: Db;
  /** Null when the festival has no channel. */
  readonly channel: Channel | null;
  /** The festival's time zone, for the times in messages. */
  readonly zone: string;
  now(): Date;
  publish(topics: readonly string[]): void;
  readonly log: Record<'info' | 'warn' | 'error', (message: string) => void>;
};

export type Board = ReturnType<typeof announcementBoard>;

/** Longest wait for a new list while there is an old one, in milliseconds. */
const PATIENCE_MS = 1500;

/**
 * The announcements as this instance serves them. A read may cause a request to Discord; the times of these requests
 * are in the database, so that all instances together make at most two a minute.
 */
export function announcementBoard(parts: BoardParts) {
  const { db, channel, now } = parts;
  const ended = new AbortController();
  let pending: Promise<void> | null = null;
  const memory: Memory = { isAskedInVain: false, stopped: false, problem: null, readAt: null, failures: 0 };
  const find = () => (channel === null ? null : store.findBoard(db, channel.id));

  async function look(): Promise<void> {
    if (channel === null) return;
    const stored = await find();
    if (pending === null && !memory.stopped && mayAsk(stored, now().toISOString())) {
      pending = ask(parts, { channel, memory, stored, ended: ended.signal }).finally(() => {
        pending = null;
      });
    }
    if (pending === null) return;
    await (stored?.list ? Promise.race([pending, pause(PATIENCE_MS, undefined, { ref: false })]) : pending);
  }

  /** Returns the stored list without a request; null when there is none. */
  const stored = async (): Promise<AnnouncementBoard | null> => {
    const board = await find();
    if (!board?.list) return null;
    const announcements: Announcement[] = JSON.parse(board.list);
    return { announcements, asOf: isStale(board, now().toISOString()) ? board.fetchedAt : null };
  };

  return {
    stored,

    /** Returns the newest list available now. @throws Refusal BUSY when there is none, NOT_SET_UP without a channel. */
    async read(): Promise<AnnouncementBoard> {
      if (channel === null) {
        memory.isAskedInVain = true;
        throw new Refusal('NOT_SET_UP', 'This festival has no announcements.', { retryAfter: 30 });
      }
      await look();
      const board = await stored();
      if (board === null) throw new Refusal('BUSY', 'There are no announcements to read yet.', { retryAfter: 30 });
      return board;
    },

    avatar: avatarShelf(parts, stored),

    /** What an organiser should mend: people look for what is not set up, or this instance's last request failed. */
    warnings: () => {
      if (memory.isAskedInVain) return [NOT_SET_UP];
      return memory.problem === null ? [] : [boardWarning(memory.problem, memory.stopped)];
    },

    /** Requests of this instance since its start, for /metrics. Another one may ask Discord instead. */
    counts: () => ({ readAt: memory.readAt, failures: memory.failures, stopped: memory.stopped }),

    async stop(): Promise<void> {
      ended.abort();
      await pending?.catch(() => undefined);
    },
  };
}

/** State of this instance until it restarts. */
type Memory = {
  isAskedInVain: boolean;
  stopped: boolean;
  problem: string | null;
  readAt: Date | null;
  failures: number;
};

type Asking = {
  readonly channel: Channel;
  readonly memory: Memory;
  readonly stored: StoredBoard | null;
  readonly ended: AbortSignal;
};

async function ask(
  { db, now, publish, log, zone }: BoardParts,
  { channel, memory, stored, ended }: Asking,
): Promise<void> {
  if (!(await store.takeTurn(db, channel.id, stored, now().toISOString()))) return;
  const reply = await askMessages(channel, ended);
  const read = await readingOf(reply, zone);
  if (ended.aborted) return;
  const at = now();
  if ('list' in read) {
    await store.keepList(db, channel.id, read.list, at.toISOString());
    if (memory.problem !== null) log.info('The announcements can be read again.');
    memory.problem = null;
    memory.readAt = at;
    if (read.list !== stored?.list || isStale(stored, at.toISOString())) publish(['announcements']);
    return;
  }
  const waitMs = reply.kind === 'too-fast' ? reply.seconds * 1000 : null;
  const waitUntil = waitMs === null ? null : new Date(at.getTime() + waitMs).toISOString();
  await store.keepFailure(db, channel.id, at.toISOString(), waitUntil);
  memory.failures += 1;
  memory.stopped = isFinal(reply);
  if (memory.stopped) log.error(`The announcements are not read any more until a restart. ${read.problem}`);
  // Said once and not at every try.
  else if (memory.problem !== read.problem) log.warn(`The announcements cannot be read. ${read.problem}`);
  memory.problem = read.problem;
}

/** Returns the list to store, or why there is none. An unusable list never replaces a good one. */
async function readingOf(reply: Reply, zone: string): Promise<{ list: string } | { problem: string }> {
  const announcements = reply.kind === 'messages' ? announcementsIn(reply.messages, zone) : null;
  const problem = problemOf(reply);
  if (problem !== null) return { problem };
  return announcements === null
    ? { problem: 'Discord sent messages in an unknown format.' }
    : { list: JSON.stringify(announcements) };
}

const SHELF = 100;
const MISSING_MS = 10 * MINUTE;

/** Serves pictures of the listed authors only, so that it is no proxy to the rest of Discord. */
function avatarShelf({ channel, now }: BoardParts, stored: () => Promise<AnnouncementBoard | null>) {
  const shelf = new Map<string, { at: number; picture: Promise<Picture | null> }>();

  return async (file: string): Promise<Picture> => {
    const path = `/api/discord/avatars/${file}`;
    const board = await stored();
    const listed = board?.announcements.some(({ authorAvatar }) => authorAvatar === path) ?? false;
    const picture = listed && channel !== null ? await pictureOf(channel, file) : null;
    if (picture === null) throw new Refusal('NOT_FOUND', 'There is no such picture.');
    return picture;
  };

  async function pictureOf(channel: Channel, file: string): Promise<Picture | null> {
    const onShelf = shelf.get(file);
    if (onShelf !== undefined) {
      const picture = await onShelf.picture;
      if (picture !== null || now().getTime() - onShelf.at < MISSING_MS) return picture;
    }
    shelf.delete(file);
    for (const oldest of shelf.keys()) if (shelf.size >= SHELF) shelf.delete(oldest);
    const [userId = '', hash = ''] = file.replace(/\.png$/, '').split('-');
    const picture = fetchAvatar(channel, userId, hash);
    shelf.set(file, { at: now().getTime(), picture });
    return picture;
  }
}
