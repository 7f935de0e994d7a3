import type { Leaving } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Endpoint } from '#platform/contract.ts';
import type { Call, Handled, Serve } from '#platform/server/serve.ts';
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

type StaffEndpoint = Endpoint & { readonly who: 'admin' };

/** What a staff write is given by name. `at` is `now` as stored (ISO 8601). */
export type StaffWrite<E extends StaffEndpoint> = Omit<Call<E>, 'caller'> & {
  readonly context: CommandContext;
  readonly tx: Db;
  readonly staff: Staff;
  readonly now: Date;
  readonly at: string;
  /** Puts the change on the list of changes. Owed by every write; null says that nothing changed. */
  note(change: Change | null): Promise<void>;
};

/** Serves writes of staff, each in one transaction. @throws Error for a work that owes its note. */
export const staffWrites =
  (serve: Serve, context: CommandContext) =>
  <const E extends StaffEndpoint>(endpoint: E, work: (given: StaffWrite<E>) => Handled<E>): void =>
    serve(endpoint, async (call) => {
      const { staff } = await (call as Call<StaffEndpoint>).caller();
      return transact(context.db, async (tx) => {
        const now = context.now();
        let isNoted = false;
        const note = async (change: Change | null) => {
          isNoted = true;
          if (change !== null) await record(context, tx, staff, change);
        };
        const answer = await work({ ...call, context, tx, staff, now, at: now.toISOString(), note });
        if (!isNoted) throw new Error(`${endpoint.call} notes no change`);
        return answer;
      });
    });

/** Clears the visitor's names. Call it when all transactions that changed one of the visitor's rows have committed. */
export async function forgetPerson(tx: Db, { visitorId, rows }: Leaving): Promise<void> {
  await store.clearNames(tx, visitorId);
  await store.clearEntries(tx, entriesAbout(await store.listOldEntries(tx), rows));
}
