import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { testApp } from '#testing/app.ts';
import { aFestivalFile } from '#testing/factories.ts';
import { longestTurn } from '#testing/turns.ts';
import type { ProgrammeCheck } from './contract.ts';

/** What an organiser's import may cost everybody once. */
const PATIENCE_MS = 500;
const USERS = 4000;

it('an import of 4,000 users lets others run within half a second', { timeout: 60_000 }, async () => {
  const app = await testApp();
  const admin = await app.admin();
  const users = Array.from({ length: USERS }, (_, index) => ({
    ...{ id: `u${index}`, score: 0, createdAt: '2025-11-14T17:00:00.000Z' },
    name: `Łucja Þórsdóttir ${index}`,
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

it('a programme of the largest size changes 2,000 events at once', { timeout: 120_000 }, async () => {
  const admin = await (await testApp()).admin();
  const check = 'POST /api/admin/imports/programme/check';
  const write = 'POST /api/admin/imports/programme';
  const table = (room: string) =>
    [
      'title,type,start,location,host,capacity',
      ...Array.from({ length: 1999 }, (_, index) => `Event ${index},board,2025-11-14 18:00,${room},Priya,`),
    ].join('\n');
  expect((await admin.send(write, { csv: table('Deck') })).json()).toEqual({ imported: 1999, changed: 0 });
  const { changed } = (await admin.send(check, { csv: table('Bar') })).json<ProgrammeCheck>();
  expect(changed).toHaveLength(1999);
  const seen = changed.map(({ id, revision }) => ({ id, revision }));
  const answer = await admin.send(write, { csv: table('Bar'), seen });
  expect(answer.json()).toEqual({ imported: 0, changed: 1999 });
  const events = (await admin.send('GET /api/events')).json<FestivalEvent[]>();
  expect(new Set(events.map(({ location }) => location))).toEqual(new Set(['Bar']));
});
