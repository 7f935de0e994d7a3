import { describe, expect, it } from 'vitest';
import { DAY } from '#platform/durations.ts';
import { listLine, promoteByHand } from '#testing/calls.ts';
import { ORGANISER } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { entryOf, eventWithLine } from '#testing/waiting.ts';
import { waitFirst } from './commands.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  const open = () => eventWithLine(dialect, ['Alex', 'Bo'], ['Cy', 'Di']);
  const namesIn = async ({ context, id }: Awaited<ReturnType<typeof open>>) =>
    (await listLine(context, ORGANISER, id)).map(({ playerName }) => playerName);

  it('a line is empty once its event is completed, and nobody in it gets a place', async () => {
    const full = await open();
    expect(await namesIn(full)).toEqual(['Cy', 'Di']);
    await full.db.updateTable('events').set({ status: 'completed', waiting: 0 }).execute();
    expect(await namesIn(full)).toEqual([]);
    await expect(promoteByHand(full.context, ORGANISER, entryOf('Cy'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await full.names()).toEqual(['Alex', 'Bo']);
  });

  it('a line gives no place by hand once its event is over', async () => {
    const full = await open();
    full.clock.pass(30 * DAY);
    await expect(promoteByHand(full.context, ORGANISER, entryOf('Cy'))).rejects.toMatchObject({ code: 'EVENT_OVER' });
    expect([await full.counts(), await full.names()]).toEqual([
      [2, 2, 2],
      ['Alex', 'Bo'],
    ]);
  });

  it('a line begins with a person who lost their seat', async () => {
    const full = await open();
    const createdAt = full.context.now().toISOString();
    const person = { playerName: 'Eve', nameKey: 'eve', playerEmail: null, visitorId: null, createdAt };
    await waitFirst(full.db, { id: 'eve', eventId: full.id, ...person });
    expect([await namesIn(full), await full.counts()]).toEqual([
      ['Eve', 'Cy', 'Di'],
      [2, 2, 3],
    ]);
  });
});
