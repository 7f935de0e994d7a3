import { renderHook } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { flagUnsent, hasUnsent } from './unsent.ts';
import type * as UnsentWrites from './unsent-writes.ts';

withIndexedDb();

const KIND = 'place';
const UNTIL = '2025-11-13T20:00:00.000Z';

/** A tab: the module as loaded by a page of its own. */
async function openTab(): Promise<typeof UnsentWrites> {
  vi.resetModules();
  return import('./unsent-writes.ts');
}

let tab: typeof UnsentWrites;
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  tab = await openTab();
});
const keep = (id: string, more = {}) =>
  tab.addUnsent({ id, kind: KIND, body: { name: id }, until: UNTIL, sent: false, ...more });
const ids = async (from = tab) => (await from.unsentWrites()).map(({ id }) => id);
const drop = (id: string) => tab.dropUnsent((write) => write.id === id);
const mark = (id: string) => tab.editUnsent((write) => (write.id === id ? { ...write, sent: true } : write));

it('keeps writes in the order they were made, also when the clock jumps back', async () => {
  vi.setSystemTime('2025-11-13T18:00:00.000Z');
  await keep('b');
  vi.setSystemTime('2025-11-13T17:00:00.000Z');
  await keep('a');
  vi.useRealTimers();
  const tabAfterReload = await openTab();
  expect(await ids(tabAfterReload)).toEqual(['b', 'a']);
  expect((await tab.unsentWrites())[0]).toEqual({
    ...{ order: 1, id: 'b', kind: KIND, body: { name: 'b' }, until: UNTIL, sent: false },
  });
});

it('stores a write once, however often it is added', async () => {
  await keep('a');
  await keep('a', { body: { name: 'other' } });
  expect((await tab.unsentWrites()).map(({ body }) => body)).toEqual([{ name: 'a' }]);
});

it('raises a flag while there are writes, and tells of each change', async () => {
  const heard = vi.fn();
  const { onUnsent } = await import('./unsent.ts');
  const stop = onUnsent(heard);
  expect(hasUnsent()).toBe(false);
  await keep('a');
  expect([hasUnsent(), heard.mock.calls.length]).toEqual([true, 1]);
  dispatchEvent(new StorageEvent('storage', { key: 'unsent' }));
  dispatchEvent(new StorageEvent('storage', { key: 'other' }));
  expect(heard).toHaveBeenCalledTimes(2);
  await drop('a');
  expect([hasUnsent(), heard.mock.calls.length]).toEqual([false, 3]);
  stop();
  await keep('b');
  expect(heard).toHaveBeenCalledTimes(3);
});

it('opens no database when nothing is stored', async () => {
  const open = vi.spyOn(indexedDB, 'open');
  expect(await ids()).toEqual([]);
  expect(open).not.toHaveBeenCalled();
});

it('says that a write could not be stored without IndexedDB', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(keep('a')).rejects.toBeInstanceOf(tab.CannotStore);
});

it('says that a write could not be stored when the database is full, and stores the next one', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(keep('a')).rejects.toBeInstanceOf(tab.CannotStore);
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
    const opening = indexedDB.open('unsent', 1);
    opening.onsuccess = () => resolve(opening.result);
  });

/** Passes the time limits of both tries, and of an abort after each of them. */
async function refusedInTime(act: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(act()).rejects.toBeInstanceOf(tab.CannotStore);
  for (let limit = 0; limit < 4; limit += 1) await vi.advanceTimersByTimeAsync(4_000);
  await refused;
  vi.useRealTimers();
}

it('opens the database again when its connection was closed without an event', async () => {
  const connections = watchConnections();
  await keep('a');
  connections()[0]?.close();
  await keep('b');
  connections()[1]?.close();
  expect(await ids()).toEqual(['a', 'b']);
  connections()[2]?.close();
  await drop('a');
  expect([await ids(), hasUnsent()]).toEqual([['b'], true]);
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
  await mark('a');
  expect((await tab.unsentWrites()).map(({ id, sent }) => `${id} ${sent}`)).toEqual(['a true', 'b false']);
  expect(connections()).toHaveLength(2);
});

it('opens one new connection for all that failed together', async () => {
  const connections = watchConnections();
  await keep('a');
  connections()[0]?.close();
  await Promise.all(['b', 'c', 'd'].map((id) => keep(id)));
  expect([await ids(), connections().length]).toEqual([['a', 'b', 'c', 'd'], 2]);
});

it('says that a write could not be stored when another tab blocks the database', async () => {
  await keep('a');
  const frozen = await openAnother();
  indexedDB.open('unsent', 2).onsuccess = ({ target }) => (target as IDBOpenDBRequest).result.close();
  await refusedInTime(() => keep('b'));
  frozen.close();
});

it('says that a write could not be stored when another tab holds the transaction', async () => {
  await keep('a');
  const frozen = await openAnother();
  const holding = frozen.transaction('writes', 'readwrite').objectStore('writes');
  let isFrozen = true;
  const hold = () => {
    if (isFrozen) holding.count().onsuccess = hold;
  };
  hold();
  await refusedInTime(() => keep('b'));
  isFrozen = false;
  expect(await ids()).toEqual(['a']);
});

it('keeps the flag of what a failed transaction did not drop', async () => {
  await keep('a');
  const { count } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'count').mockImplementation(function (this: IDBObjectStore, query) {
    const counted = count.call(this, query);
    // Another request keeps the transaction open until the flag is gone.
    counted.addEventListener('success', () => {
      count.call(this).onsuccess = () => this.transaction.abort();
    });
    return counted;
  });
  await expect(drop('a')).rejects.toBeInstanceOf(tab.CannotStore);
  expect([hasUnsent(), await ids()]).toEqual([true, ['a']]);
});

it('says so once when the browser deleted what waited', async () => {
  await keep('a');
  vi.stubGlobal('indexedDB', new IDBFactory());
  tab = await openTab();
  const { useToasts } = await import('./ui/toast.ts');
  expect([await ids(), hasUnsent()]).toEqual([[], false]);
  const { result } = renderHook(useToasts);
  expect(result.current[0]?.description).toMatch(/^This browser deleted what waited for network/);
});

it('keeps nothing when it could not be found after a reload', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(keep('a')).rejects.toBeInstanceOf(tab.CannotStore);
  full.mockRestore();
  await keep('b');
  expect(await ids()).toEqual(['b']);
});

it('says nothing of lost writes when another tab has just sent them and its flag is seen late', async () => {
  await keep('a');
  await drop('a');
  flagUnsent(1);
  tab = await openTab();
  const { useToasts } = await import('./ui/toast.ts');
  expect([await ids(), renderHook(useToasts).result.current]).toEqual([[], []]);
  // The next look at the writes puts the flag right.
  await mark('a');
  expect(hasUnsent()).toBe(false);
});

it('gives up when a commit that can’t be aborted never ends', async () => {
  await keep('a');
  vi.spyOn(IDBTransaction.prototype, 'abort').mockImplementation(() => {
    throw new DOMException('The transaction is being committed.', 'InvalidStateError');
  });
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockReturnValue(new Promise(() => {}) as never);
  await refusedInTime(() => mark('a'));
});

it('takes back what was never sent, and nothing else', async () => {
  await keep('a');
  await keep('b', { sent: true });
  expect([await tab.takeBack('a'), await tab.takeBack('b'), await tab.takeBack('c')]).toEqual([true, false, false]);
  expect(await ids()).toEqual(['b']);
});

it('lets a later build change the database', async () => {
  await keep('a');
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('unsent', 2);
    opening.onsuccess = () => resolve(opening.result.close());
    opening.onerror = () => reject(opening.error);
  });
  await expect(keep('b')).rejects.toBeInstanceOf(tab.CannotStore);
});
