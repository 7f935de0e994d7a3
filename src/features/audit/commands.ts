import type { Leaving } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Staff } from '#platform/staff.ts';
import { entriesAbout } from './rules/old-entries.ts';
import type { Named } from './rules/people.ts';
import * as store from './store.ts';

export type Change = {
  readonly action: string;
  /** The person it is about, of whom the list says `who` or `who at subject`. */
  readonly who?: Named;
  readonly subject?: string;
  readonly eventId?: string;
  /** The thing before and after, with `person(…)` in place of names: they outlive no visitor who is forgotten. */
  readonly before: unknown;
  readonly after: unknown;
};

/**
 * Records what somebody who works here changed, in the transaction of the change. Visitors’ changes to their own things
 * are not recorded.
 */
export async function record(context: CommandContext, tx: Db, by: Staff, change: Change): Promise<void> {
  const { who = null, subject = '', eventId = null, ...rest } = change;
  const { sessionId, name: byName, role: byRole } = by;
  const entry = { id: context.newId(), at: context.now().toISOString(), sessionId, byName, byRole };
  await store.addEntry(tx, { ...entry, ...rest, who, subject, eventId });
}

/** Clears the visitor's names. Call it when all transactions that changed one of the visitor's rows have committed. */
export async function forgetPerson(tx: Db, { visitorId, rows }: Leaving): Promise<void> {
  await store.clearNames(tx, visitorId);
  await store.clearEntries(tx, entriesAbout(await store.listOldEntries(tx), rows));
}
