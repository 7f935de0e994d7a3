import { writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { SETTLED, type Settled, STEPS, type Step } from './rules.ts';

/** A key for each step, so that two organisers at once lose nothing. */
export const keyOf = (step: Step): string => `first step ${step}`;

export async function listSettled(db: Db): Promise<{ step: Step; as: Settled }[]> {
  const rows = await db.selectFrom('meta').select(['key', 'value']).where('key', 'in', STEPS.map(keyOf)).execute();
  return STEPS.flatMap((step) => {
    const as = SETTLED.find((one) => one === rows.find(({ key }) => key === keyOf(step))?.value);
    return as === undefined ? [] : [{ step, as }];
  });
}

export const settle = (tx: Db, step: Step, as: Settled): Promise<void> => writeMeta(tx, keyOf(step), as);
