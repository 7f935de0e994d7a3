/**
 * Writes that wait for the network, in IndexedDB, so that they outlive page and browser. Only for writes that are safe to
 * repeat. Load it on demand: kept-mark.ts says whether anything is kept, and when that changes.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { isMarked, mark, markOf } from './kept-mark.ts';
import { showError } from './ui/toast.ts';

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

type Connection = Promise<IDBPDatabase<Schema>>;
type Writes<Mode extends IDBTransactionMode> = IDBPObjectStore<Schema, ['writes'], 'writes', Mode>;

/** For opening and transaction. A tab that the phone froze can block both, and Safari can lose them. */
const LIMIT_MS = 4_000;

let connection: Connection | undefined;

function connect(): Connection {
  const opening = openDB<Schema>('kept-writes', 1, {
    upgrade(database) {
      const writes = database.createObjectStore('writes', { keyPath: 'order', autoIncrement: true });
      writes.createIndex('id', 'id', { unique: true });
      writes.createIndex('kind', 'kind');
    },
    // A later release wants another version.
    blocking: () => leave(opening),
    terminated: () => leave(opening),
  });
  return opening;
}

/** The next transaction opens another connection. */
function leave(left: Connection): void {
  if (connection === left) connection = undefined;
  left.then(
    (database) => database.close(),
    () => {},
  );
}

/**
 * Runs `act` in a transaction; writing ones run one after the other, also those of other tabs. A second time on a new
 * connection when that fails: a phone in a pocket can lose the connection without an event. @throws CannotKeep.
 */
async function transact<Mode extends 'readonly' | 'readwrite', T>(
  mode: Mode,
  act: (writes: Writes<Mode>) => Promise<T>,
): Promise<T> {
  try {
    return await transactOnce(mode, act).catch(() => transactOnce(mode, act));
  } catch (error) {
    throw new CannotKeep('This browser keeps nothing.', { cause: error });
  }
}

async function transactOnce<Mode extends 'readonly' | 'readwrite', T>(
  mode: Mode,
  act: (writes: Writes<Mode>) => Promise<T>,
): Promise<T> {
  connection ??= connect();
  const used = connection;
  let abort = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      try {
        abort();
        reject(new Error('No answer in time'));
      } catch {
        // It is being committed.
      }
    }, LIMIT_MS);
  });
  const run = async () => {
    const database = await Promise.race([used, late]);
    const tx = database.transaction('writes', mode, { durability: 'strict' });
    tx.done.catch(() => {});
    abort = () => tx.abort();
    const result = await act(tx.store);
    await tx.done;
    return result;
  };
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    leave(used);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Inside the transaction, so that no tab removes the mark of another's new row. */
async function commit(writes: Writes<'readwrite'>, kind: string): Promise<void> {
  const wasMarked = isMarked(kind);
  mark(kind, await writes.index('kind').count(kind));
  await writes.transaction.done.catch((error: unknown) => {
    mark(kind, Number(wasMarked));
    throw error;
  });
}

/** Keeps a write once, however often it is called with its id. @throws CannotKeep. */
export async function keepWrite<Body>({ sent = false, ...write }: NewWrite<Body>): Promise<void> {
  await transact('readwrite', async (writes) => {
    if ((await writes.index('id').getKey(write.id)) === undefined) {
      await writes.add({ ...write, sent, withdrawn: false } as KeptWrite);
    }
    await commit(writes, write.kind);
  });
  // Nobody would look for it after a reload.
  if (!isMarked(write.kind)) {
    await dropWrite(write.id);
    throw new CannotKeep('Local storage is full or forbidden.');
  }
}

/** Returns the writes of a kind in the order they were made, those that ended included. @throws CannotKeep. */
export async function keptWrites<Body, End = unknown>(kind: string): Promise<KeptWrite<Body, End>[]> {
  const marked = markOf(kind);
  if (marked === null) return [];
  const rows = await transact('readonly', (writes) => writes.index('kind').getAll(kind));
  // No other tab has dropped them meanwhile.
  if (rows.length === 0 && markOf(kind) === marked) sayLost(kind);
  return (rows as KeptWrite<Body, End>[]).sort((one, other) => one.order - other.order);
}

/** A browser that needs space can delete the database without what is in local storage. */
function sayLost(kind: string): void {
  mark(kind, 0);
  showError('This browser deleted what waited for network. See what is missing, and do it again.');
}

/** Replaces a kept write, or drops it for null, and returns it as it was before; undefined when it is gone. @throws CannotKeep. */
export const changeWrite = <Body, End>(
  id: string,
  change: (write: KeptWrite<Body, End>) => KeptWrite<Body, End> | null,
): Promise<KeptWrite<Body, End> | undefined> =>
  transact('readwrite', async (writes) => {
    const before = (await writes.index('id').get(id)) as KeptWrite<Body, End> | undefined;
    if (before === undefined) return undefined;
    const after = change(before);
    if (after === before) return before;
    if (after === null) await writes.delete(before.order);
    else await writes.put(after);
    await commit(writes, before.kind);
    return before;
  });

export const dropWrite = async (id: string): Promise<void> => void (await changeWrite(id, () => null));

/** Drops all writes of a kind. */
export async function dropWrites(kind: string): Promise<void> {
  if (!isMarked(kind)) return;
  await transact('readwrite', async (writes) => {
    for (const order of await writes.index('kind').getAllKeys(kind)) await writes.delete(order);
    await commit(writes, kind);
  });
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
  if (!isMarked(kind)) return;
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
