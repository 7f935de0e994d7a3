/**
 * Collects what a transaction changes, for the caches and open screens of all instances. Store functions call
 * `noteChange`; the listener hears of the changes after the commit, and never of a transaction that was rolled back.
 */
import { type Changes, mergeChange, topicOfVisitor } from '#platform/server/topics.ts';
import type { Db } from './schema.ts';

type Listener = (changes: Changes) => void;

const listeners = new WeakMap<Db, Listener>();
const collected = new WeakMap<Db, Map<string, Set<string> | null>>();

/** Calls the listener with the changes of every transaction of this database. One listener per connection. */
export const onCommit = (db: Db, listener: Listener): void => void listeners.set(db, listener);

/** Notes that rows of this topic changed: those with the ids, or any of them when the ids are omitted. */
export function noteChange(db: Db, topic: string, ids: readonly string[] | null = null): void {
  const changes = collected.get(db);
  if (changes !== undefined) mergeChange(changes, topic, ids);
  // Outside a transaction each statement commits by itself.
  else announce(db, new Map([[topic, ids && new Set(ids)]]));
}

/** Notes that places or names of these rows' visitors changed. */
export function noteOwners(db: Db, rows: readonly { visitor_id: string | null }[]): void {
  for (const { visitor_id } of rows) if (visitor_id !== null) noteChange(db, topicOfVisitor(visitor_id));
}

/** Runs `act` and returns its result with what it noted. */
export async function collectChanges<T>(tx: Db, act: (tx: Db) => Promise<T>): Promise<[T, Changes]> {
  const changes = new Map<string, Set<string> | null>();
  collected.set(tx, changes);
  return [await act(tx), changes];
}

export function announce(db: Db, changes: Changes): void {
  if (changes.size > 0) listeners.get(db)?.(changes);
}
