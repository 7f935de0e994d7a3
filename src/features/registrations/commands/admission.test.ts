import { describe, expect, it } from 'vitest';
import { testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { openAdmission, readAdmission, setBadgeWord, setPaused } from './admission.ts';

const contextOf = async (dialect: (typeof DIALECTS)[number], fileWord: string | null) => {
  const context = await testContext(await freshDatabase(dialect));
  return { ...context, hooks: { ...context.hooks, admission: openAdmission(context, fileWord) } };
};

describe.each(DIALECTS)('readAdmission, on %s', (dialect) => {
  it('follows festival.json until Set up sets a word', async () => {
    const context = await contextOf(dialect, 'lighthouse');
    const fromFile = { paused: false, badgeWord: 'lighthouse', wordFrom: 'festival.json' };
    expect(await readAdmission(context)).toEqual(fromFile);
    await setBadgeWord(context.db, { from: 'overview', word: 'harbour' });
    expect(await readAdmission(context)).toEqual({ paused: false, badgeWord: 'harbour', wordFrom: 'overview' });
    await setBadgeWord(context.db, { from: 'overview', word: null });
    expect(await readAdmission(context)).toEqual({ paused: false, badgeWord: null, wordFrom: 'overview' });
    await setBadgeWord(context.db, { from: 'festival.json' });
    expect(await readAdmission(context)).toEqual(fromFile);
  });

  it('has no badge word when neither sets one', async () => {
    const context = await contextOf(dialect, null);
    expect(await readAdmission(context)).toEqual({ paused: false, badgeWord: null, wordFrom: 'festival.json' });
  });

  it('stays paused until resumed, also when set twice', async () => {
    const context = await contextOf(dialect, null);
    for (const paused of [true, true, false, false]) {
      await setPaused(context.db, paused);
      expect((await readAdmission(context)).paused).toBe(paused);
    }
  });
});
