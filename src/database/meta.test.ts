import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import * as meta from './meta.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('the program’s own values keep the first claim, and are replaced by a write', async () => {
    const { db } = await freshDatabase(dialect);
    expect(await meta.readMeta(db, 'k')).toBeNull();
    expect(await meta.takeMeta(db, 'k', 'first')).toBe('first');
    expect(await meta.takeMeta(db, 'k', 'second')).toBe('first');
    await meta.writeMeta(db, 'k', 'third');
    expect(await meta.readMeta(db, 'k')).toBe('third');
    expect([await meta.holdMeta(db, 'k', 'third'), await meta.holdMeta(db, 'k', 'first')]).toEqual([true, false]);
    expect(await meta.readMeta(db, 'k')).toBe('third');
  });
});
