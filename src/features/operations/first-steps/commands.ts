import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Settled, Step } from './rules.ts';
import { settle } from './store.ts';

/** The last of several organisers wins. */
export const settleStep = ({ db }: CommandContext, { step, as }: { step: Step; as: Settled }): Promise<void> =>
  transact(db, (tx) => settle(tx, step, as));
