import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { aFestivalFile } from '#testing/factories.ts';
import { longestTurn } from '#testing/turns.ts';

/** Four times a slice, for a slow machine. Without slices reading and writing take longer. */
const PATIENCE_MS = 80;
const USERS = 8000;

it('an import lets others run while its body is read, checked and written', { timeout: 60_000 }, async () => {
  const app = await testApp();
  const admin = await app.admin();
  const users = Array.from({ length: USERS }, (_, index) => ({
    ...{ id: `u${index}`, score: 0, createdAt: '2025-11-14T17:00:00.000Z' },
    name: `${'\u0345'.repeat(18)}${'\u0301'.repeat(18)}${'\u0323'.repeat(17)}${index}`,
  }));
  const file = JSON.stringify(aFestivalFile({ users }));
  let status = 0;
  const longest = await longestTurn(async () => {
    status = (await admin.send('POST /api/admin/imports/festival', file, { 'content-type': 'application/json' }))
      .statusCode;
  });
  expect(status).toBe(201);
  expect(longest).toBeLessThan(PATIENCE_MS);
});
