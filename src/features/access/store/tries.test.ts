import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import * as store from './tries.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const LATER = '2025-11-14T17:00:01.000Z';
const NEXT_MINUTE = '2025-11-14T17:01:00.000Z';

describe.each(DIALECTS)('%s', (dialect) => {
  it('counts of tries changes a count only if it is unchanged since it was read', async () => {
    const { db } = await freshDatabase(dialect);
    const one = { failures: 1, nextAt: NOW, lastAt: NOW };
    const two = { failures: 2, nextAt: LATER, lastAt: LATER };
    expect(await store.replaceTries(db, 'g', null, one)).toBe(true);
    expect(await store.replaceTries(db, 'g', null, one)).toBe(false);
    expect(await store.replaceTries(db, 'g', { ...one, failures: 7 }, two)).toBe(false);
    expect(await store.replaceTries(db, 'g', { ...one, lastAt: LATER }, two)).toBe(false);
    expect(await store.readTries(db, 'g')).toEqual(one);
    expect(await store.replaceTries(db, 'g', one, two)).toBe(true);
    expect(await store.readTries(db, 'g')).toEqual(two);
    await store.forgetTries(db, 'g');
    expect(await store.readTries(db, 'g')).toBeNull();
  });

  it('counts of tries takes single tries off a shared count, and drops old counts', async () => {
    const { db } = await freshDatabase(dialect);
    const two = { failures: 2, nextAt: NOW, lastAt: NOW };
    await store.replaceTries(db, 'g', null, two);
    for (const left of [1, 0, 0]) {
      await store.uncountTry(db, 'g');
      expect(await store.readTries(db, 'g')).toEqual({ ...two, failures: left });
    }
    await store.dropOldTries(db, NOW);
    expect(await store.readTries(db, 'g')).not.toBeNull();
    await store.dropOldTries(db, LATER);
    expect(await store.readTries(db, 'g')).toBeNull();
  });
});

describe.each(DIALECTS)('%s', (dialect) => {
  const budget = { name: 'b', perMinute: 2 };

  it('a budget grants each try of a minute once, and is full again in the next minute', async () => {
    const { db } = await freshDatabase(dialect);
    const at = async (now: string) => store.spend(db, budget, now);
    expect([await at(NOW), await at(LATER), await at(LATER)]).toEqual([true, true, false]);
    expect(await store.readSpent(db, 'b')).toEqual({ used: 2, since: NOW });
    expect([await at(NEXT_MINUTE), await at(NEXT_MINUTE), await at(NEXT_MINUTE)]).toEqual([true, true, false]);
    expect(await store.readSpent(db, 'b')).toEqual({ used: 2, since: NEXT_MINUTE });
  });

  it('a budget is not exceeded by concurrent callers', async () => {
    const { db } = await freshDatabase(dialect);
    const taken = await Promise.all(
      Array.from({ length: 30 }, () => store.spend(db, { ...budget, perMinute: 7 }, NOW)),
    );
    expect(taken.filter(Boolean)).toHaveLength(7);
  });

  it('a budget takes refunds, and grants nothing when the limit is 0', async () => {
    const { db } = await freshDatabase(dialect);
    await store.spend(db, budget, NOW);
    for (let more = 0; more < 2; more += 1) await store.giveBack(db, 'b');
    expect(await store.readSpent(db, 'b')).toEqual({ used: 0, since: NOW });
    expect(await store.spend(db, { name: 'none', perMinute: 0 }, NOW)).toBe(false);
    expect(await store.readSpent(db, 'none')).toBeNull();
    await store.dropOldBudgets(db, LATER);
    expect(await store.readSpent(db, 'b')).toBeNull();
  });
});
