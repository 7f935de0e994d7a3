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
