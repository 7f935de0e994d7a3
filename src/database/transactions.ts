/**
 * Store functions call `noteChange`; after the commit the caches and open screens of all instances get the changes, and
 * never those of a transaction that was rolled back.
 */
import { sql } from 'kysely';
import { type Changes, mergeChange, topicOfVisitor } from '#platform/server/topics.ts';
import { isPostgres, worthAnotherTry } from './portable.ts';
import type { Db } from './schema.ts';

type Listener = (changes: Changes) => void;
type Collected = Map<string, Set<string> | null>;

const listeners = new WeakMap<Db, Listener>();
const collected = new WeakMap<Db, Collected>();

/** One listener per connection. */
export const onCommit = (db: Db, listener: Listener): void => void listeners.set(db, listener);

/** Without ids, any row of the topic may have changed. */
export function noteChange(db: Db, topic: string, ids: readonly string[] | null = null): void {
  const changes = collected.get(db);
  if (changes !== undefined) mergeChange(changes, topic, ids);
  // Outside a transaction each statement commits by itself.
  else announce(db, new Map([[topic, ids && new Set(ids)]]));
}

export function noteOwners(db: Db, rows: readonly { visitor_id: string | null }[]): void {
  for (const { visitor_id } of rows) if (visitor_id !== null) noteChange(db, topicOfVisitor(visitor_id));
}

const TRIES = 3;

/** Announces the changes after the commit. Only commands.ts opens writing transactions, and only with this. */
export async function transact<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const changes: Collected = new Map();
    try {
      const result = await db.transaction().execute((tx) => {
        collected.set(tx, changes);
        return act(tx);
      });
      announce(db, changes);
      return result;
    } catch (error) {
      if (attempt === TRIES || !worthAnotherTry(error)) throw error;
    }
  }
}

function announce(db: Db, changes: Changes): void {
  if (changes.size > 0) listeners.get(db)?.(changes);
}

/** For each further statement of the transaction, instead of the time that a request waits. */
export async function allowLong(tx: Db, ms: number): Promise<void> {
  if (isPostgres(tx)) await sql.raw(`set local statement_timeout = ${ms}`).execute(tx);
}

/** Unaffected by concurrent writes. */
export const snapshot = <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read);
