import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { personalCalendars } from './commands.ts';

const FACTS = { name: 'Games', timeZone: 'America/New_York', lastDay: '2025-11-16', publicUrl: null };

it('writes one calendar at a time for a visitor, and those of others meanwhile', async () => {
  const { context } = await testApp();
  let [underWay, most] = [0, 0];
  const write = personalCalendars(context, async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await nextTurn();
    underWay -= 1;
    return FACTS;
  });
  const writeFor = (visitors: string[]) =>
    Promise.all(visitors.map((visitor) => write(visitor, 'https://fest.example')));
  expect(new Set(await writeFor(['rosa', 'rosa', 'rosa'])).size).toBe(1);
  expect(most).toBe(1);
  await writeFor(['rosa', 'lena']);
  expect(most).toBe(2);
});
