/** Undos whose place, name, event or seat has changed meanwhile, and what they leave. */
import { expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import {
  audited,
  correctedPlace,
  join,
  lineOf,
  markSeen,
  namesIn,
  register,
  remove,
  told,
  undo,
} from '#testing/amendments.ts';
import { seen } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { deskAt, refusal } from '#testing/tournament.ts';
import type { Amended } from './contract.ts';
import { dropFinalAmendments } from './duties.ts';

const scene = async () => {
  const found = await correctedPlace();
  const { app, admin, eventId, place } = found;
  const amend = async (how: 'rename' | 'move', body: object): Promise<Amended> =>
    (await admin.send(`POST /api/rsvps/${place}/${how}`, body)).json();
  return {
    ...found,
    rename: (playerName: string) => amend('rename', { playerName }),
    move: (to: string) => amend('move', { eventId: to }),
    /** Others take both seats. */
    async fill() {
      for (const name of ['Bo', 'Cy']) await register(app.browser(), eventId, name);
    },
    /** Undoes it, which must change nothing. Returns the refusal. */
    async refused(amended: Amended) {
      const before = await everyRow(app.context.db);
      const answer = seen(await undo(admin, amended));
      expect(await everyRow(app.context.db)).toEqual(before);
      return answer;
    },
  };
};
const gone = refusal(404, 'NOT_FOUND', 'This place is not there any more.');

it('undoing what organisers did to a place keeps a name that came after the one that it would take back', async () => {
  const { admin, phone, eventId, rename, refused } = await scene();
  const account = (await phone.send('POST /api/users', { name: 'Michael Maus' })).json<{ id: string }>();
  const renamed = await rename('Michael Maus');
  await admin.send(`PATCH /api/users/${account.id}`, { name: 'Micky' });
  expect(await namesIn(admin, eventId)).toEqual(['Micky']);
  const sentence = 'This place now has another name: Micky.';
  expect(await refused(renamed)).toEqual(refusal(409, 'CHANGED_MEANWHILE', sentence));
});

it.each(['renamed', 'moved'])(
  'undoing what organisers did to a place finds no %s place that its visitor has left since',
  async (kind) => {
    const { app, phone, place, rename, move, refused } = await scene();
    const amended = kind === 'renamed' ? await rename('Michael Maus') : await move(await app.event());
    await phone.send(`DELETE /api/rsvps/${place}`);
    expect(await refused(amended)).toEqual(gone);
  },
);

it('undoing what organisers did to a place finds no place in an event that was deleted since', async () => {
  const { app, admin, move, refused } = await scene();
  const chess = await app.event({ title: 'Chess' });
  const moved = await move(chess);
  await admin.send(`DELETE /api/events/${chess}`);
  expect(await refused(moved)).toEqual(gone);
});

it('undoing what organisers did to a place gives no place to a name that somebody waits under', async () => {
  const { app, admin, eventId, place, fill, refused } = await scene();
  const removed = await remove(admin, place);
  await fill();
  await join(app.browser(), eventId, 'MICKEY MOUSE');
  const sentence = 'Someone called Mickey Mouse has a place or waits here already. Add an initial.';
  expect(await refused(removed)).toEqual(refusal(409, 'ALREADY_REGISTERED', sentence, 'playerName'));
});

it('undoing what organisers did to a place puts nobody in the line of an event that is over', async () => {
  const { admin, eventId, place, fill, refused } = await scene();
  const removed = await remove(admin, place);
  await fill();
  for (const status of ['in-progress', 'completed'])
    await admin.send(`PATCH /api/events/${eventId}/status`, { status });
  const sentence = 'The place has been taken, and this event has no waiting list any more.';
  expect(await refused(removed)).toEqual(refusal(409, 'EVENT_FULL', sentence));
});

it('undoing what organisers did to a place takes no player out of a bracket that was drawn since', async () => {
  const { app, admin, move, refused } = await scene();
  const chess = await app.event({ title: 'Chess', tournamentType: 'single-elimination' });
  const moved = await move(chess);
  const other = await register(app.browser(), chess, 'Bo');
  for (const id of [moved.placeId, other]) await admin.send(`PUT /api/rsvps/${id}/check-in`);
  expect(await deskAt(app, admin, chess).draw()).toMatchObject({ status: 201 });
  expect((await refused(moved)).body).toMatchObject({ code: 'BRACKET_DRAWN' });
});

it('undoing what organisers did to a place moves back also from an event that is older, and says so to who saw the move', async () => {
  const { app, admin, phone, eventId } = await scene();
  const chess = await app.event({ title: 'Chess' });
  const inChess = await register(phone, chess, 'Minnie');
  const moved = (await admin.send(`POST /api/rsvps/${inChess}/move`, { eventId })).json<Amended>();
  await markSeen(phone);
  expect((await undo(admin, moved)).json()).toMatchObject({ eventTitle: 'Chess', outcome: 'place' });
  expect([await namesIn(admin, eventId), await namesIn(admin, chess)]).toEqual([['Mickey Mouse'], ['Minnie']]);
  expect((await told(phone))[0]).toMatch(/^An organiser moved Minnie from Catan Open to Chess: /);
});

it('undoing what organisers did to a place tells who saw the removal, and waits now, nothing more', async () => {
  const { admin, phone, eventId, place, fill } = await scene();
  const removed = await remove(admin, place);
  await markSeen(phone);
  await fill();
  expect((await undo(admin, removed)).json()).toMatchObject({ outcome: 'waiting' });
  expect(await told(phone)).toEqual(['An organiser removed Mickey Mouse from Catan Open.']);
  expect(await lineOf(admin, eventId)).toEqual(['Mickey Mouse']);
});

it('undoing what organisers did to a place audits a place as it is then, and one in the line as not checked in', async () => {
  const { admin, place, fill } = await scene();
  await admin.send(`PUT /api/rsvps/${place}/check-in`);
  await undo(admin, await remove(admin, place));
  const after = { playerName: 'Mickey Mouse', event: 'Catan Open', checkedIn: true };
  expect((await audited(admin))[0]).toMatchObject({ action: 'place restored', before: null, after });
  expect((await audited(admin))[0]).toHaveProperty('after', after);
  const removed = await remove(admin, place);
  await fill();
  await undo(admin, removed);
  expect((await audited(admin))[0]).toHaveProperty('after', { ...after, checkedIn: false });
});

it('undoing what organisers did to a place is kept for a minute, and then deleted', async () => {
  const { app, rename } = await scene();
  const { context } = app;
  await rename('Michael Maus');
  expect(await dropFinalAmendments.run(context)).toBe(0);
  app.clock.pass(MINUTE);
  expect([await dropFinalAmendments.run(context), await dropFinalAmendments.run(context)]).toEqual([1, 0]);
});
