/** Tells phones: writes the outbox in the transaction of what is told. jobs.ts sends it. */
import type { DutyContext } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import type { Kind, Recipients } from '../rules/kinds.ts';
import * as store from '../store.ts';

export type Telling = {
  /** A phone shows what has the same key once. */
  readonly key: string;
  readonly kind: Kind;
  readonly to: Recipients;
  readonly title: string;
  readonly body: string;
  /** The path that a tap opens. */
  readonly url: string;
  /** After it the message is of no use. */
  readonly endsAt: string;
  /** Now when omitted. */
  readonly dueAt?: string;
};

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Tells the phones of these people that want this kind, after the commit. */
    readonly tell: (context: Pick<DutyContext, 'now'>, tx: Db, telling: Telling) => Promise<void>;
  }
}

export async function tell(context: Pick<DutyContext, 'now'>, tx: Db, telling: Telling): Promise<void> {
  const { key, kind, to, title, body, url, endsAt, dueAt = context.now().toISOString() } = telling;
  if (to !== 'everybody' && 'visitors' in to && to.visitors.length === 0) return;
  const said = JSON.stringify({ title, body, url });
  await store.addRows(tx, to, { key, kind, body: said, due_at: dueAt, ends_at: endsAt });
}
