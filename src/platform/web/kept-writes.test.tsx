import { renderHook } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { isMarked } from './kept-mark.ts';
import type * as KeptWrites from './kept-writes.ts';

withIndexedDb();

const KIND = 'place';
const UNTIL = '2025-11-13T20:00:00.000Z';

/** A tab: the module as loaded by a page of its own. */
async function openTab(): Promise<typeof KeptWrites> {
  vi.resetModules();
  return import('./kept-writes.ts');
}

/** Runs functions of one name one after the other, as the browser does for all its tabs. */
function fakeLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request(name: string, act: () => Promise<unknown>) {
      const done = (last.get(name) ?? Promise.resolve()).then(act, act);
      last.set(name, done);
      return done;
    },
  };
}

let tab: typeof KeptWrites;
const withLocks = (locks: object | undefined) => {
  if (locks === undefined) Reflect.deleteProperty(navigator, 'locks');
  else Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
};

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  withLocks(fakeLocks());
  tab = await openTab();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const keep = (id: string, more = {}) => tab.keepWrite({ id, kind: KIND, body: { name: id }, until: UNTIL, ...more });
const ids = async (from = tab) => (await from.keptWrites(KIND)).map(({ id }) => id);

it('keeps writes in the order they were made, also when the clock jumps back', async () => {
  vi.setSystemTime('2025-11-13T18:00:00.000Z');
  await keep('b');
  vi.setSystemTime('2025-11-13T17:00:00.000Z');
  await keep('a');
  vi.useRealTimers();
  const tabAfterReload = await openTab();
  expect(await ids(tabAfterReload)).toEqual(['b', 'a']);
  expect((await tab.keptWrites(KIND))[0]).toEqual({
    ...{ order: 1, id: 'b', kind: KIND, body: { name: 'b' }, until: UNTIL },
    ...{ sent: false, withdrawn: false },
  });
});

it('keeps a write once, however often it is kept', async () => {
  await keep('a');
  await keep('a', { body: { name: 'other' } });
  expect((await tab.keptWrites(KIND)).map(({ body }) => body)).toEqual([{ name: 'a' }]);
});

it('marks a kind while writes of it are kept, and tells of each change', async () => {
  const heard = vi.fn();
  const { onKeptWrites } = await import('./kept-mark.ts');
  const stop = onKeptWrites(KIND, heard);
  expect(isMarked(KIND)).toBe(false);
  await keep('a');
  expect([isMarked(KIND), isMarked('other'), heard.mock.calls.length]).toEqual([true, false, 1]);
  dispatchEvent(new StorageEvent('storage', { key: 'kept place' }));
  dispatchEvent(new StorageEvent('storage', { key: 'kept other' }));
  expect(heard).toHaveBeenCalledTimes(2);
  await tab.dropWrite('a');
  expect([isMarked(KIND), heard.mock.calls.length]).toEqual([false, 3]);
  stop();
  await keep('b');
  expect(heard).toHaveBeenCalledTimes(3);
});

it('opens no database when nothing is kept', async () => {
  const open = vi.spyOn(indexedDB, 'open');
  expect(await ids()).toEqual([]);
  await tab.dropWrites(KIND);
  expect(open).not.toHaveBeenCalled();
});

it('says that a write could not be kept without IndexedDB', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(keep('a')).rejects.toBeInstanceOf(tab.CannotKeep);
});

it('says that a write could not be kept when the database is full, and keeps the next one', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(keep('a')).rejects.toBeInstanceOf(tab.CannotKeep);
  full.mockRestore();
  await keep('b');
  expect(await ids()).toEqual(['b']);
});

/** Returns a function that returns the connections to the database that were used since. */
function watchConnections(): () => IDBDatabase[] {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  return () => [...new Set(transaction.mock.contexts as IDBDatabase[])];
}

const openAnother = () =>
  new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('kept-writes', 1);
    opening.onsuccess = () => resolve(opening.result);
  });

/** Passes the time limits of both tries. */
async function waitTwice(): Promise<void> {
  for (const ms of [4_000, 4_000]) await vi.advanceTimersByTimeAsync(ms);
}

it('opens the database again when its connection was closed without an event', async () => {
  const connections = watchConnections();
  await keep('a');
  connections()[0]?.close();
  await keep('b');
  connections()[1]?.close();
  expect(await ids()).toEqual(['a', 'b']);
  connections()[2]?.close();
  const asked: string[] = [];
  await tab.sendKept(KIND, async ({ id }) => {
    asked.push(id);
    connections().at(-1)?.close();
    return 'done';
  });
  expect([asked, await ids(), isMarked(KIND)]).toEqual([['a', 'b'], [], false]);
});

it.each([
  ['add', 'UnknownError'],
  ['add', 'QuotaExceededError'],
  ['put', 'UnknownError'],
] as const)('tries a transaction once more on a new connection when %s fails with %s', async (method, name) => {
  await keep('a');
  const connections = watchConnections();
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost.', name);
  });
  await keep('b');
  await tab.sendKept(KIND, async () => 'later');
  expect((await tab.keptWrites(KIND)).map(({ id, sent }) => `${id} ${sent}`)).toEqual(['a true', 'b true']);
  expect(connections()).toHaveLength(2);
});

it('opens one new connection for all that failed together', async () => {
  const connections = watchConnections();
  await keep('a');
  connections()[0]?.close();
  await Promise.all(['b', 'c', 'd'].map((id) => keep(id)));
  expect([await ids(), connections().length]).toEqual([['a', 'b', 'c', 'd'], 2]);
});

it('says that a write could not be kept when another tab blocks the database', async () => {
  await keep('a');
  const frozen = await openAnother();
  indexedDB.open('kept-writes', 2).onsuccess = ({ target }) => (target as IDBOpenDBRequest).result.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(keep('b')).rejects.toBeInstanceOf(tab.CannotKeep);
  await waitTwice();
  await refused;
  vi.useRealTimers();
  frozen.close();
});

it('says that a write could not be kept when another tab holds the transaction', async () => {
  await keep('a');
  const frozen = await openAnother();
  const holding = frozen.transaction('writes', 'readwrite').objectStore('writes');
  let isFrozen = true;
  const hold = () => {
    if (isFrozen) holding.count().onsuccess = hold;
  };
  hold();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(keep('b')).rejects.toBeInstanceOf(tab.CannotKeep);
  await waitTwice();
  await refused;
  vi.useRealTimers();
  isFrozen = false;
  expect(await ids()).toEqual(['a']);
});

it('keeps the mark of what a failed transaction did not drop', async () => {
  await keep('a');
  const { count } = IDBIndex.prototype;
  vi.spyOn(IDBIndex.prototype, 'count').mockImplementation(function (this: IDBIndex, query) {
    const counted = count.call(this, query);
    // Another request keeps the transaction open until the mark is gone.
    counted.addEventListener('success', () => {
      this.objectStore.count().onsuccess = () => this.objectStore.transaction.abort();
    });
    return counted;
  });
  await expect(tab.dropWrite('a')).rejects.toBeInstanceOf(tab.CannotKeep);
  expect([isMarked(KIND), await ids()]).toEqual([true, ['a']]);
});

it('says so once when the browser deleted what waited', async () => {
  await keep('a');
  vi.stubGlobal('indexedDB', new IDBFactory());
  tab = await openTab();
  const { useToasts } = await import('./ui/toast.ts');
  expect([await ids(), isMarked(KIND)]).toEqual([[], false]);
  const { result } = renderHook(useToasts);
  expect(result.current[0]?.description).toMatch(/^This browser deleted what waited for network/);
});

it('keeps nothing when it could not be found after a reload', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(keep('a')).rejects.toBeInstanceOf(tab.CannotKeep);
  full.mockRestore();
  await keep('b');
  expect(await ids()).toEqual(['b']);
});

it('drops all writes of one kind', async () => {
  await keep('a');
  await keep('b', { kind: 'check-in' });
  await tab.dropWrites(KIND);
  expect([await ids(), (await tab.keptWrites('check-in')).length]).toEqual([[], 1]);
});

it('sends in order, and drops, keeps or ends each as the sender says', async () => {
  for (const id of ['a', 'b', 'c', 'd']) await keep(id);
  const answers: Record<string, KeptWrites.SendResult<string>> = {
    a: 'done',
    b: 'later',
    c: { end: 'full' },
    d: 'stop',
  };
  const asked: string[] = [];
  await tab.sendKept(KIND, async ({ id, sent }) => {
    asked.push(`${id} ${sent}`);
    return answers[id] ?? 'done';
  });
  expect(asked).toEqual(['a false', 'b false', 'c false', 'd false']);
  expect((await tab.keptWrites(KIND)).map(({ id, end, sent }) => [id, end, sent])).toEqual([
    ...[['b', undefined, true]],
    ...[['c', 'full', true]],
    ...[['d', undefined, true]],
  ]);
});

it.each(['stop', 'throw'])('tries nothing after a sender that says %s', async (how) => {
  await keep('a');
  await keep('b');
  const asked: string[] = [];
  const sending = tab.sendKept(KIND, async ({ id }) => {
    asked.push(id);
    if (how === 'throw') throw new Error('No connection');
    return 'stop';
  });
  if (how === 'throw') await expect(sending).rejects.toThrow('No connection');
  else await sending;
  expect(asked).toEqual(['a']);
  expect(await ids()).toEqual(['a', 'b']);
});

it('marks a write as sent before it is sent, so that a killed browser knows', async () => {
  await keep('a');
  const tabAfterKill = await openTab();
  let known: boolean | undefined;
  await tab.sendKept(KIND, async () => {
    known = (await tabAfterKill.keptWrites(KIND))[0]?.sent;
    return 'done';
  });
  expect(known).toBe(true);
});

/** Both tabs send when the connection comes back; each request takes a turn. */
async function sendFromTwoTabs(): Promise<string[]> {
  await keep('a');
  await keep('b');
  const other = await openTab();
  const asked: string[] = [];
  const send = async ({ id }: { id: string }) => {
    asked.push(id);
    await new Promise((resolve) => setTimeout(resolve));
    return 'done' as const;
  };
  await Promise.all([tab.sendKept(KIND, send), other.sendKept(KIND, send)]);
  return asked;
}

it('sends once from two tabs', async () => {
  expect(await sendFromTwoTabs()).toEqual(['a', 'b']);
});

it('control: sends twice from two tabs without a lock', async () => {
  withLocks(undefined);
  expect((await sendFromTwoTabs()).length).toBeGreaterThan(2);
});

it('sends again what was withdrawn on its way, so that the sender undoes it', async () => {
  await keep('a');
  const other = await openTab();
  const asked: boolean[] = [];
  await tab.sendKept(KIND, async ({ withdrawn }) => {
    asked.push(withdrawn);
    if (!withdrawn) await other.changeWrite('a', (write) => ({ ...write, withdrawn: true }));
    return { end: withdrawn ? 'given back' : 'registered' };
  });
  expect(asked).toEqual([false, true]);
  expect((await tab.keptWrites(KIND))[0]?.end).toBe('given back');
});

it('does not send what was dropped after the pass began', async () => {
  await keep('a');
  await keep('b');
  const asked: string[] = [];
  await tab.sendKept(KIND, async ({ id }) => {
    asked.push(id);
    await tab.dropWrite('b');
    return 'done';
  });
  expect(asked).toEqual(['a']);
});

it('lets a later release change the database', async () => {
  await keep('a');
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('kept-writes', 2);
    opening.onsuccess = () => resolve(opening.result.close());
    opening.onerror = () => reject(opening.error);
  });
  await expect(keep('b')).rejects.toBeInstanceOf(tab.CannotKeep);
});

it('asks for no lock where nothing waits: a browser without cookies refuses it', async () => {
  const request = vi.fn(() => Promise.reject(new DOMException('denied', 'SecurityError')));
  vi.stubGlobal('navigator', { ...navigator, locks: { request } });
  await tab.sendKept(KIND, async () => 'done');
  expect(request).not.toHaveBeenCalled();
});
