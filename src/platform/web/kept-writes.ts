/**
 * Writes that wait for the network, in IndexedDB, so that they outlive page and browser. Only for writes that are safe to
 * repeat. Load it on demand: kept-mark.ts says whether anything is kept, and when that changes.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { isMarked, mark } from './kept-mark.ts';

export type KeptWrite<Body = unknown, End = unknown> = {
  /** The order in which they were made. A device's clock can jump. */
  readonly order: number;
  /** Also the Idempotency-Key. */
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
  /** It is not sent for the first time after this. */
  readonly until: string;
  /** Whether a request was begun with it, so that the server may have it. */
  readonly sent: boolean;
  /** Taken back after it was sent, so that the sender has to undo it. */
  readonly withdrawn: boolean;
  /** How it ended; undefined while it waits. */
  readonly end?: End;
};

export type NewWrite<Body> = Pick<KeptWrite<Body>, 'id' | 'kind' | 'body' | 'until'> & { readonly sent?: boolean };

/** `later`: it waits for the next call. `stop`: also all after it. */
export type SendResult<End> = 'done' | 'later' | 'stop' | { readonly end: End };

/** This browser keeps nothing: private mode, forbidden, or full. */
export class CannotKeep extends Error {}

interface Schema extends DBSchema {
  writes: { key: number; value: KeptWrite; indexes: { id: string; kind: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    opened = undefined;
  };
  opened ??= openDB<Schema>('kept-writes', 1, {
    upgrade(database) {
      const writes = database.createObjectStore('writes', { keyPath: 'order', autoIncrement: true });
      writes.createIndex('id', 'id', { unique: true });
      writes.createIndex('kind', 'kind');
    },
    // A later release wants another version.
    blocking(_current, _wanted, { target }) {
      (target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

/** Writing transactions run one after the other, also those of other tabs. */
async function writing() {
  const tx = (await open()).transaction('writes', 'readwrite', { durability: 'strict' });
  tx.done.catch(() => {});
  /** Inside the transaction, so that no tab removes the mark of another's new row. */
  const commit = async (kind: string) => {
    mark(kind, await tx.store.index('kind').count(kind));
    await tx.done;
  };
  return { tx, writes: tx.store, commit };
}

/** Keeps a write once, however often it is called with its id. @throws CannotKeep. */
export async function keepWrite<Body>({ sent = false, ...write }: NewWrite<Body>): Promise<void> {
  try {
    const { writes, commit } = await writing();
    if ((await writes.index('id').getKey(write.id)) === undefined) {
      await writes.add({ ...write, sent, withdrawn: false } as KeptWrite);
    }
    await commit(write.kind);
  } catch (error) {
    throw new CannotKeep('This browser keeps nothing.', { cause: error });
  }
  // Nobody would look for it after a reload.
  if (!isMarked(write.kind)) {
    await dropWrite(write.id);
    throw new CannotKeep('Local storage is full or forbidden.');
  }
}

/** Returns the writes of a kind in the order they were made, those that ended included. */
export async function keptWrites<Body, End = unknown>(kind: string): Promise<KeptWrite<Body, End>[]> {
  if (!isMarked(kind)) return [];
  const rows = await (await open()).getAllFromIndex('writes', 'kind', kind);
  return (rows as KeptWrite<Body, End>[]).sort((one, other) => one.order - other.order);
}

/** Replaces a kept write, or drops it for null, and returns it as it was before; undefined when it is gone. */
export async function changeWrite<Body, End>(
  id: string,
  change: (write: KeptWrite<Body, End>) => KeptWrite<Body, End> | null,
): Promise<KeptWrite<Body, End> | undefined> {
  const { writes, commit, tx } = await writing();
  const before = (await writes.index('id').get(id)) as KeptWrite<Body, End> | undefined;
  if (before === undefined) {
    await tx.done;
    return undefined;
  }
  const after = change(before);
  if (after === null) await writes.delete(before.order);
  else if (after !== before) await writes.put(after);
  await (after === before ? tx.done : commit(before.kind));
  return before;
}

export const dropWrite = async (id: string): Promise<void> => void (await changeWrite(id, () => null));

/** Drops all writes of a kind. */
export async function dropWrites(kind: string): Promise<void> {
  if (!isMarked(kind)) return;
  const { writes, commit } = await writing();
  for (const order of await writes.index('kind').getAllKeys(kind)) await writes.delete(order);
  await commit(kind);
}

type Send<Body, End> = (write: KeptWrite<Body, End>) => Promise<SendResult<End>>;

/**
 * Sends the writes of a kind that wait, in the order they were made, in one tab at a time. `send` gets the write as it
 * was before this try. When it throws, that write and those after it wait for the next call.
 */
export async function sendKept<Body, End>(kind: string, send: Send<Body, End>): Promise<void> {
  const sendAll = async () => {
    for (const { id } of await keptWrites<Body, End>(kind)) if ((await sendOne(id, send)) === 'stop') return;
  };
  // Without https there are no locks. The Idempotency-Key then keeps two tabs from writing twice.
  await ('locks' in navigator ? navigator.locks.request(`kept ${kind}`, sendAll) : sendAll());
}

async function sendOne<Body, End>(id: string, send: Send<Body, End>): Promise<SendResult<End>> {
  const waits = (write: KeptWrite<Body, End>) => write.end === undefined;
  for (;;) {
    const write = await changeWrite<Body, End>(id, (one) => (waits(one) && !one.sent ? { ...one, sent: true } : one));
    if (write === undefined || !waits(write)) return 'done';
    const result = await send(write);
    if (result === 'later' || result === 'stop') return result;
    const isSame = (one: KeptWrite<Body, End>) => one.withdrawn === write.withdrawn || !waits(one);
    const now = await changeWrite<Body, End>(id, (one) => {
      if (!isSame(one) || !waits(one)) return one;
      return result === 'done' ? null : { ...one, end: result.end };
    });
    // Withdrawn while it was on its way: the sender undoes it.
    if (now === undefined || isSame(now)) return result;
  }
}
