import type { Leaving } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { answerWrite } from '#features/access/commands/answer-write.ts';
import { type CommandContext, writeAsAdmin, writeAsVisitor } from '#features/access/commands/writes.ts';
import type { Answer, Endpoint } from '#platform/contract.ts';
import type { Caller, StaffCaller } from '#platform/server/caller.ts';
import type { Handled, Received, Serve } from '#platform/server/serve.ts';
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

const ITSELF = { sessionId: 'itself', name: 'By itself', role: null } as const;

/**
 * Records what somebody who works here changed, in the transaction of the change. Visitors’ changes to their own things
 * are not recorded.
 */
export async function record(
  context: CommandContext,
  tx: Db,
  by: Staff | typeof ITSELF,
  change: Change,
): Promise<void> {
  const { who = null, subject = '', eventId = null, ...rest } = change;
  const { sessionId, name: byName, role: byRole } = by;
  const entry = { id: context.newId(), at: context.now().toISOString(), sessionId, byName, byRole };
  await store.addEntry(tx, { ...entry, ...rest, who, subject, eventId });
}

/** Records what the program did by itself. */
export const recordByItself = (context: CommandContext, tx: Db, change: Change): Promise<void> =>
  record(context, tx, ITSELF, change);

type StaffEndpoint = Endpoint & { readonly who: 'admin' };

/** What works hand on to the functions that they share. `at` is `now` as stored (ISO 8601). */
export type Writing = {
  readonly context: CommandContext;
  readonly tx: Db;
  readonly now: Date;
  readonly at: string;
};
/** What works of staff hand on: also who calls, and `note`. */
export type StaffWriting = Writing & {
  readonly caller: StaffCaller;
  readonly staff: Staff;
  /** Puts the change on the list of changes. Owed by every write; null says that nothing changed. */
  note(change: Change | null): Promise<void>;
};

type Sent<E extends Endpoint> = Omit<Received<E>, 'caller' | 'idempotency'>;
export type StaffWrite<E extends StaffEndpoint> = Sent<E> & StaffWriting;
/** `isNew`: the visitor was created in this transaction. */
export type VisitorWrite<E extends Endpoint> = Sent<E> &
  Writing & { readonly caller: Caller; readonly visitorId: string; readonly isNew: boolean };
export type CallerWrite<E extends Endpoint> = Sent<E> &
  Writing & {
    readonly caller: Caller;
    /** Puts what staff changed on the list of changes. What visitors change of their own is not recorded. */
    note(change: Change): Promise<void>;
  };

export type StaffWork<E extends StaffEndpoint> = (given: StaffWrite<E>) => Handled<E>;
/** A work of which something takes long: `prepare` runs before the transaction, so that others can write meanwhile. */
export type PreparedStaffWork<E extends StaffEndpoint, P> = {
  prepare(given: Sent<E> & { readonly context: CommandContext }): Promise<P>;
  act(given: StaffWrite<E> & { readonly prepared: P }): Handled<E>;
};
export type CallerWork<E extends Endpoint> = (given: CallerWrite<E>) => Handled<E>;
export type RepeatableStaffWork<E extends StaffEndpoint> = Repeatable<StaffWrite<E>, E>;
export type VisitorWork<E extends Endpoint> = Repeatable<VisitorWrite<E>, E> & {
  /** How many new visitors a device's first write counts as; 1 by default. */
  readonly countsAs?: number;
};

/** A work that is repeated with its Idempotency-Key: `recall` answers the present state of what the first request made. */
type Repeatable<G, E extends Endpoint> = {
  act(given: G): Promise<Answer<E>>;
  recall(tx: Db, first: Answer<E>, context: CommandContext): Promise<Answer<E>>;
};

function begin<E extends Endpoint>(context: CommandContext, call: Received<E>, tx: Db): Sent<E> & Writing {
  const now = context.now();
  return { ...call, context, tx, now, at: now.toISOString() };
}

type WriteOfStaff = {
  <const E extends StaffEndpoint>(endpoint: E, work: StaffWork<E> | RepeatableStaffWork<E>): void;
  <const E extends StaffEndpoint, P>(endpoint: E, work: PreparedStaffWork<E, P>): void;
};

/** Serves writes of staff, each in one transaction. @throws Error for a work that owes its note. */
export const staffWrites =
  (serve: Serve, context: CommandContext): WriteOfStaff =>
  <const E extends StaffEndpoint, P>(
    endpoint: E,
    work: StaffWork<E> | RepeatableStaffWork<E> | PreparedStaffWork<E, P>,
  ): void =>
    serve(endpoint, async (call) => {
      const caller = await (call as Received<StaffEndpoint>).caller();
      const { staff } = caller;
      const run = async <T>(tx: Db, act: (given: StaffWrite<E>) => Promise<T>): Promise<T> => {
        let isNoted = false;
        const note = async (change: Change | null) => {
          isNoted = true;
          if (change !== null) await record(context, tx, staff, change);
        };
        const answer = await act({ ...begin(context, call, tx), caller, staff, note });
        if (!isNoted) throw new Error(`${endpoint.route} notes no change`);
        return answer;
      };
      if (typeof work === 'function') return transact(context.db, (tx) => run(tx, work));
      if ('prepare' in work) {
        const prepared = await work.prepare({ ...call, context });
        return transact(context.db, (tx) => run(tx, (given) => work.act({ ...given, prepared })));
      }
      const write = { caller, idempotency: call.idempotency, network: null, badgeWord: null };
      const { answer } = await writeAsAdmin(context, write, {
        act: (tx) => run(tx, work.act),
        recall: (tx, first) => work.recall(tx, first, context),
      });
      return answer;
    });

/** Serves writes with which a device may become a visitor. */
export const visitorWrites =
  (serve: Serve, context: CommandContext) =>
  <const E extends Endpoint>(endpoint: E, { act, recall, countsAs = 1 }: VisitorWork<E>): void =>
    serve(
      endpoint,
      (call): Handled<E> =>
        answerWrite(call, (write) =>
          writeAsVisitor<Answer<E>>(context, write, {
            countsAs,
            recall: (tx, first) => recall(tx, first, context),
            act: (tx, visitorId, { isNew }) =>
              act({ ...begin(context, call, tx), caller: write.caller, visitorId, isNew }),
          }),
        ),
    );

/** Serves writes of whoever calls, each in one transaction. The work checks who owns the row. */
export const callerWrites =
  (serve: Serve, context: CommandContext) =>
  <const E extends Endpoint>(endpoint: E, work: CallerWork<E>): void =>
    serve(endpoint, async (call) => {
      const caller = await call.caller();
      return transact(context.db, (tx) => {
        const note = async (change: Change) => {
          if (caller.staff !== null) await record(context, tx, caller.staff, change);
        };
        return work({ ...begin(context, call, tx), caller, note });
      });
    });

/** Clears the visitor's names. Call it when all transactions that changed one of the visitor's rows have committed. */
export async function forgetPerson(tx: Db, { visitorId, rows }: Leaving): Promise<void> {
  await store.clearNames(tx, visitorId);
  await store.clearEntries(tx, entriesAbout(await store.listOldEntries(tx), rows));
}
