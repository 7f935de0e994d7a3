import { expect, it } from 'vitest';
import { type Desk, drawnDesk } from '#testing/tournament.ts';

const called = async (desk: Desk) =>
  (await desk.matches()).flatMap(({ id, call }) => (call ? [`${id.split('_').at(-1)} ${call.table}`] : []));

it.each<[what: string, undo: (desk: Desk) => Promise<string>]>([
  [
    'a completion',
    async ({ admin, id }) => {
      await admin.send(`PATCH /api/events/${id}/status`, { status: 'completed' });
      return `POST /api/events/${id}/undo-completion`;
    },
  ],
  [
    'a deletion',
    async ({ admin, id }) => {
      await admin.send(`DELETE /api/events/${id}`);
      return `POST /api/events/${id}/restore`;
    },
  ],
  [
    'the removal of a player',
    async ({ admin, rsvpIds }) => {
      const removed = await admin.send(`POST /api/rsvps/${rsvpIds[0]}/remove`, { forfeit: true });
      return `POST /api/amendments/${removed.json<{ id: string }>().id}/undo`;
    },
  ],
])('calls by themselves are made again with the undo of %s', async (_, act) => {
  const desk = await drawnDesk(4);
  await desk.admin.send(`PATCH /api/events/${desk.id}`, { tables: ['1', '2'], callsByItself: true });
  await desk.admin.send(`PATCH /api/events/${desk.id}/status`, { status: 'in-progress' });
  const before = await called(desk);
  expect(before).toEqual(['W1-1 1', 'W1-2 2']);
  const undo = await act(desk);
  expect((await desk.admin.send(undo)).statusCode).toBe(200);
  expect(await called(desk)).toEqual(before);
});

it.each([
  ['the renamed place', [0, 1], [['W1-1 1'], []]],
  ['the other event', [1, 0], [[], ['W1-1 1']]],
])(
  'the later call, of %s, ends when a place gets the name of a person at another table',
  async (_, order, expected) => {
    const first = await drawnDesk(2, { location: 'A' });
    const second = await drawnDesk(2, { location: 'B' }, first.app);
    const desks = [first, second];
    const rename = (place: string | undefined, playerName: string) =>
      first.admin.send(`POST /api/rsvps/${place}/rename`, { playerName });
    for (const [n, name] of ['Xa', 'Xb'].entries()) await rename(second.rsvpIds[n], name);
    for (const n of order) {
      const desk = desks[n] as Desk;
      await desk.admin.send(`PATCH /api/events/${desk.id}`, { tables: ['1'] });
      await desk.admin.send(`PUT /api/matches/${desk.match('W1-1')}/call`);
      first.app.clock.pass(1000);
    }
    await rename(second.rsvpIds[0], 'Xaver');
    expect([await called(first), await called(second)]).toEqual([['W1-1 1'], ['W1-1 1']]);
    expect((await rename(second.rsvpIds[0], 'PRIYA')).statusCode).toBe(200);
    expect([await called(first), await called(second)]).toEqual(expected);
  },
);

it('the undo of a rename ends the later call of a person at another table', async () => {
  const first = await drawnDesk(2, { location: 'A' });
  const second = await drawnDesk(2, { location: 'B' }, first.app);
  const renamed = [];
  for (const [n, playerName] of ['Xa', 'Xb'].entries())
    renamed.push(await first.admin.send(`POST /api/rsvps/${second.rsvpIds[n]}/rename`, { playerName }));
  for (const desk of [first, second]) {
    await desk.admin.send(`PATCH /api/events/${desk.id}`, { tables: ['1'] });
    await desk.admin.send(`PUT /api/matches/${desk.match('W1-1')}/call`);
    first.app.clock.pass(1000);
  }
  const undo = `POST /api/amendments/${renamed[0]?.json<{ id: string }>().id}/undo`;
  expect((await first.admin.send(undo)).statusCode).toBe(200);
  expect([await called(first), await called(second)]).toEqual([['W1-1 1'], []]);
});
