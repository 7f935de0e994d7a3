/** Tells phones: writes the outbox in the transaction of what is told. jobs.ts sends it. */
import type { DutyContext, JobContext } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { MINUTE } from '#platform/durations.ts';
import type { Kind, Recipients } from '../rules/kinds.ts';
import * as store from '../store.ts';

export type Telling = {
  /** Of the subject: a phone has one message of it. */
  readonly key: string;
  readonly kind: Kind;
  readonly to: Recipients;
  /** By which `say` makes what is sent. No names: a person may be forgotten before. */
  readonly about: object;
  /** Whether a phone that was told of the subject is told again. */
  readonly again?: true;
  /** After it the message is of no use. */
  readonly endsAt: string;
};

export type Subject = {
  readonly about: string;
  /** Whose phone it is. */
  readonly visitorId: string;
  /** What the phone was told last; null when nothing. */
  readonly told: string | null;
};

export type Said = {
  readonly title: string;
  readonly body: string;
  /** The path that a tap opens. */
  readonly url: string;
  /** What the phone knows then. */
  readonly told: string;
  /** How the phone shows it, where it is not as its kind. */
  readonly kind?: Kind;
};

/** Makes what a phone is told from what is true now; null when it is not worth telling. */
type Say = (context: Pick<JobContext, 'db' | 'now' | 'festival'>, subject: Subject) => Promise<Said | null>;

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Tells the phones of these people that want this kind, after the commit. */
    readonly tell: (context: DutyContext, tx: Db, telling: Telling) => Promise<void>;
    readonly say: Readonly<Record<Kind, Say>>;
  }
}

export async function tell(context: DutyContext, tx: Db, telling: Telling): Promise<void> {
  const { key, kind, to, about, again = false, endsAt } = telling;
  if (to !== 'everybody' && 'visitors' in to && to.visitors.length === 0) return;
  const row = { key, kind, about: JSON.stringify(about), version: context.newId(), ends_at: endsAt };
  // A minute ago, for an instance whose clock is behind.
  const due_at = new Date(context.now().getTime() - MINUTE).toISOString();
  await store.addRows(tx, to, { ...row, due_at }, again);
}
