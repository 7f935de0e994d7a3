import { expect, it } from 'vitest';
import { testContext } from '#testing/context.ts';
import { freshDatabase } from '#testing/database.ts';
import { openAdmission, readAdmission, setBadgeWord, setPaused } from './admission.ts';

const contextOf = async (fileWord: string | null) => {
  const context = await testContext(await freshDatabase('sqlite'));
  return { ...context, hooks: { ...context.hooks, admission: openAdmission(context, fileWord) } };
};

it('readAdmission follows festival.json until Set up sets a word', async () => {
  const context = await contextOf('lighthouse');
  const fromFile = { paused: false, badgeWord: 'lighthouse', wordFrom: 'festival.json' };
  expect(await readAdmission(context)).toEqual(fromFile);
  await setBadgeWord(context.db, { from: 'overview', word: 'harbour' });
  expect(await readAdmission(context)).toEqual({ paused: false, badgeWord: 'harbour', wordFrom: 'overview' });
  await setBadgeWord(context.db, { from: 'overview', word: null });
  expect(await readAdmission(context)).toEqual({ paused: false, badgeWord: null, wordFrom: 'overview' });
  await setBadgeWord(context.db, { from: 'festival.json' });
  expect(await readAdmission(context)).toEqual(fromFile);
});

it('readAdmission has no badge word when neither sets one', async () => {
  const context = await contextOf(null);
  expect(await readAdmission(context)).toEqual({ paused: false, badgeWord: null, wordFrom: 'festival.json' });
});

it('readAdmission stays paused until resumed, also when set twice', async () => {
  const context = await contextOf(null);
  for (const paused of [true, true, false, false]) {
    await setPaused(context.db, paused);
    expect((await readAdmission(context)).paused).toBe(paused);
  }
});
