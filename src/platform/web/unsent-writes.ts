/** In IndexedDB, to outlive page and browser. Only for writes that are safe to repeat. Load it if `hasUnsent`. */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { showError, showToast } from './ui/toast.ts';
import { flagUnsent, hasUnsent, type Unsent } from './unsent.ts';

export type NewWrite = Omit<Unsent, 'order' | 'end'>;

/** Private mode, forbidden, or full. */
export class CannotStore extends Error {}

interface Schema extends DBSchema {
  writes: { key: number; value: Unsent; indexes: { id: string } };
}

type Connection = Promise<IDBPDatabase<Schema>>;
type Writes<Mode extends IDBTransactionMode> = IDBPObjectStore<Schema, ['writes'], 'writes', Mode>;

/** For opening and transaction. A tab that the phone froze can block both, and Safari can lose them. */
const LIMIT_MS = 4_000;

let connection: Connection | undefined;

function connect(): Connection {
  let isNew = false;
  const opening = openDB<Schema>('unsent', 1, {
    upgrade(database) {
      isNew = true;
      database.createObjectStore('writes', { keyPath: 'order', autoIncrement: true }).createIndex('id', 'id', {
        unique: true,
      });
    },
    // A later build wants another version.
    blocking: () => leave(opening),
    terminated: () => leave(opening),
  });
  // A browser that needs space can delete the database and leave local storage.
  const sayLost = () => {
    if (!isNew || !hasUnsent()) return;
    flagUnsent(0);
    showError('This browser deleted what waited for network. See what is missing, and do it again.');
  };
  opening.then(sayLost, () => {});
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
 * Writing transactions queue, across tabs too. Retries once on a new connection: a phone in a pocket can lose the
 * connection without an event. Throws CannotStore, as do the functions below.
 */
async function transact<Mode extends 'readonly' | 'readwrite', T>(
  mode: Mode,
  act: (writes: Writes<Mode>) => Promise<T>,
): Promise<T> {
  try {
    return await transactOnce(mode, act).catch(() => transactOnce(mode, act));
  } catch (error) {
    throw new CannotStore('This browser keeps nothing.', { cause: error });
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
    const giveUp = () => reject(new Error('No answer in time'));
    timer = setTimeout(() => {
      try {
        abort();
        giveUp();
      } catch {
        // It is being committed, which may never end either.
        timer = setTimeout(giveUp, LIMIT_MS);
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

/** Inside the transaction, so that no tab removes the flag of another's new row. */
async function commit(writes: Writes<'readwrite'>): Promise<void> {
  const wasFlagged = hasUnsent();
  flagUnsent(await writes.count());
  await writes.transaction.done.catch((error: unknown) => {
    flagUnsent(Number(wasFlagged));
    throw error;
  });
}

export async function addUnsent(write: NewWrite): Promise<void> {
  await transact('readwrite', async (writes) => {
    // The order is the key, which the database gives.
    if ((await writes.index('id').getKey(write.id)) === undefined) await writes.add(write as Unsent);
    await commit(writes);
  });
  // Nobody would look for it after a reload.
  if (!hasUnsent()) {
    await dropUnsent(({ id }) => id === write.id);
    throw new CannotStore('Local storage is full or forbidden.');
  }
}

/** In the order they were made, those that ended included. */
export const unsentWrites = async (): Promise<readonly Unsent[]> =>
  hasUnsent() ? await transact('readonly', (writes) => writes.getAll()) : [];

/** `edit` returns null to drop a write. Returns the writes as they were before. */
export const editUnsent = (edit: (write: Unsent) => Unsent | null): Promise<readonly Unsent[]> =>
  transact('readwrite', async (writes) => {
    const before = await writes.getAll();
    let isChanged = before.length === 0;
    for (const write of before) {
      const after = edit(write);
      if (after === write) continue;
      isChanged = true;
      await (after === null ? writes.delete(write.order) : writes.put(after));
    }
    if (isChanged) await commit(writes);
    return before;
  });

export const dropUnsent = (which: (write: Unsent) => boolean): Promise<readonly Unsent[]> =>
  editUnsent((write) => (which(write) ? null : write));

/** Never sends the write. False when the server may have it already. */
export async function takeBack(id: string): Promise<boolean> {
  const isUntried = (write: Unsent) => write.id === id && !write.sent && write.end === undefined;
  return (await dropUnsent(isUntried)).some(isUntried);
}

/** `next` is for a write that the server may have. */
export async function withdraw(id: string, next: string): Promise<void> {
  const isTakenBack = await takeBack(id).catch(() => null);
  if (isTakenBack === null) showError('This browser can’t open what waits for network. Please try again.');
  else if (isTakenBack) showToast({ title: 'Withdrawn', description: 'Nothing was sent.' });
  else showToast({ title: 'It may already have been sent', description: next });
}
