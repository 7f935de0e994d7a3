/** jsdom has no IndexedDB, like a browser in private mode. */
import * as fake from 'fake-indexeddb';
import { deleteDB } from 'idb';
import { afterAll, beforeAll } from 'vitest';

/** Gives the tests of one file an IndexedDB. */
export function withIndexedDb(): void {
  beforeAll(() => void Object.assign(globalThis, fake, { indexedDB: new fake.IDBFactory() }));
  afterAll(async () => {
    // Closes the connections that modules hold: they would keep working for the next file.
    for (const { name = '' } of await indexedDB.databases()) await deleteDB(name);
    Reflect.deleteProperty(globalThis, 'indexedDB');
  });
}
