import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { readAdmission, setBadgeWord, setPaused } from './commands.ts';

const worldOf = async (dialect: (typeof DIALECTS)[number], fileWord: string | null) => ({
  db: (await freshDatabase(dialect)).db,
  hooks: { admission: { fileWord } },
});

describe.each(DIALECTS)('readAdmission, on %s', (dialect) => {
  it('follows festival.json until Overview sets a word', async () => {
    const world = await worldOf(dialect, 'lighthouse');
    const fromFile = { paused: false, badgeWord: 'lighthouse', wordFrom: 'festival.json' };
    expect(await readAdmission(world)).toEqual(fromFile);
    await setBadgeWord(world.db, { from: 'overview', word: 'harbour' });
    expect(await readAdmission(world)).toEqual({ paused: false, badgeWord: 'harbour', wordFrom: 'overview' });
    await setBadgeWord(world.db, { from: 'overview', word: null });
    expect(await readAdmission(world)).toEqual({ paused: false, badgeWord: null, wordFrom: 'overview' });
    await setBadgeWord(world.db, { from: 'festival.json' });
    expect(await readAdmission(world)).toEqual(fromFile);
  });

  it('has no badge word when neither sets one', async () => {
    const world = await worldOf(dialect, null);
    expect(await readAdmission(world)).toEqual({ paused: false, badgeWord: null, wordFrom: 'festival.json' });
  });

  it('stays paused until resumed, also when set twice', async () => {
    const world = await worldOf(dialect, null);
    for (const paused of [true, true, false, false]) {
      await setPaused(world.db, paused);
      expect((await readAdmission(world)).paused).toBe(paused);
    }
  });
});
