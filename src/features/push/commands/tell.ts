/** Tells phones: writes the outbox in the transaction of what is told. jobs.ts sends it. */
import type { DutyContext } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import type { Hooks } from '#features/access/commands/writes.ts';
import { MINUTE } from '#platform/durations.ts';
import type { Kind, Recipients } from '../rules/kinds.ts';
import * as store from '../store.ts';

type Said = { readonly title: string; readonly body: string };

export type Telling = {
  /** A phone shows what has the same key once. */
  readonly key: string;
  readonly kind: Kind;
  readonly to: Recipients;
  /** Perhaps with times in the festival's zone. */
  readonly words: Said | ((zone: string) => Said);
  /** The path that a tap opens. */
  readonly url: string;
  /** After it the message is of no use. */
  readonly endsAt: string;
};

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Tells the phones of these people that want this kind, after the commit. */
    readonly tell: (context: Pick<DutyContext, 'now'>, tx: Db, telling: Telling) => Promise<void>;
  }
}

export const tellIn =
  (zone: string): Hooks['tell'] =>
  async (context, tx, { key, kind, to, words, url, endsAt }) => {
    if (to !== 'everybody' && 'visitors' in to && to.visitors.length === 0) return;
    const said = typeof words === 'function' ? words(zone) : words;
    const row = { key, kind, body: JSON.stringify({ ...said, url }), ends_at: endsAt };
    // A minute ago, for an instance whose clock is behind.
    const due_at = new Date(context.now().getTime() - MINUTE).toISOString();
    await store.addRows(tx, to, { ...row, due_at });
  };
