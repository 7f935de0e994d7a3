import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { WaitingEntry } from '#features/waiting/contract.ts';
import { MINUTE } from '#platform/durations.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { drawnDesk } from '#testing/tournament.ts';
import { fullEvent } from '#testing/waiting.ts';
import { finishCompletions } from './commands/status.ts';

const MISSING = '01890000-0000-7000-8000-000000000000';

const setStatus = async (admin: Browser, id: string, status: string, more = {}) =>
  seen(await admin.send(`PATCH /api/events/${id}/status`, { status, ...more }));
const undo = async (admin: Browser, id: string) => seen(await admin.send(`POST /api/events/${id}/undo-completion`));
const eventOf = async (app: TestApp, id: string) => (await app.events()).find((event) => event.id === id);
const lines = async (browser: Browser) => (await browser.send('GET /api/waiting/my')).json<WaitingEntry[]>();

const tooLate = {
  status: 409,
  body: { code: 'STATUS_ORDER', message: 'This event was completed more than a minute ago and stays completed.' },
};

it('a completion is undone within a minute, and not later', async () => {
  const app = await testApp();
  const [admin, id] = [await app.admin(), await app.event()];
  expect(await undo(admin, id)).toMatchObject({ status: 409, body: { code: 'STATUS_ORDER' } });
  await setStatus(admin, id, 'in-progress');
  await setStatus(admin, id, 'completed');
  expect(await eventOf(app, id)).toMatchObject({ status: 'completed', completedAt: '2025-11-14T17:00:00.000Z' });
  app.clock.pass(MINUTE - 1);
  expect(await finishCompletions(app.context)).toBe(0);
  const undone = { status: 'in-progress', completedAt: null };
  expect(await undo(admin, id)).toMatchObject({ status: 200, body: undone });
  expect(await undo(admin, id)).toMatchObject({ status: 200, body: undone });
  await setStatus(admin, id, 'completed');
  app.clock.pass(MINUTE);
  expect(await undo(admin, id)).toEqual(tooLate);
  expect(await finishCompletions(app.context)).toBe(1);
  expect(await eventOf(app, id)).toMatchObject({ status: 'completed', completedAt: null });
  expect(await undo(admin, id)).toEqual(tooLate);
  const audit = (await admin.send('GET /api/admin/audit')).json<{ action: string }[]>();
  expect(audit.map(({ action }) => action)).toEqual([
    ...['event completed', 'completion undone', 'event completed', 'event started'],
  ]);
});

it('a completion keeps the waiting list until it is final, and gives a seat that became free to the first when it is undone', async () => {
  const app = await testApp();
  const [admin, alex, bo, id] = [await app.admin(), app.browser(), app.browser(), await fullEvent(app)];
  await alex.send('POST /api/waiting', aRegistration(id, { playerName: 'Alex' }));
  await bo.send('POST /api/waiting', aRegistration(id, { playerName: 'Bo' }));
  await setStatus(admin, id, 'in-progress');
  await setStatus(admin, id, 'completed');
  expect([await lines(alex), (await eventOf(app, id))?.waiting]).toEqual([[], 0]);
  expect((await admin.send(`GET /api/admin/events/${id}/waiting`)).json()).toEqual([]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  const holder = app.context.db.selectFrom('rsvps').select('id').where('event_id', '=', id);
  await admin.send(`DELETE /api/rsvps/${(await holder.executeTakeFirstOrThrow()).id}`);
  expect(await undo(admin, id)).toMatchObject({ body: { currentRegistrations: 2, waiting: 1 } });
  expect([await lines(alex), await lines(bo)]).toMatchObject([[], [{ playerName: 'Bo', rank: 1 }]]);
  expect((await alex.send('GET /api/rsvps/my')).json()).toMatchObject([{ playerName: 'Alex' }]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  await setStatus(admin, id, 'completed');
  app.clock.pass(MINUTE);
  await finishCompletions(app.context);
  expect(await app.context.db.selectFrom('waiting_entries').selectAll().execute()).toEqual([]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a completion leaves an event as late as it was when undone, and calendars read it again', async () => {
  const app = await testApp();
  const [admin, late, onTime] = [await app.admin(), await app.event(), await app.event({ location: 'Arcade' })];
  await admin.send(`PUT /api/events/${late}/late`, { minutes: 20 });
  const undoneFrom = async (id: string) => {
    await setStatus(admin, id, 'in-progress');
    await setStatus(admin, id, 'completed', { onlyDecided: true });
    const before = (await eventOf(app, id))?.editRevision ?? 0;
    const { lateMinutes, editRevision } = (await undo(admin, id)).body as FestivalEvent;
    return [lateMinutes, editRevision - before];
  };
  expect([await undoneFrom(late), await undoneFrom(onTime)]).toEqual([
    [20, 1],
    [0, 0],
  ]);
  expect(await undo(admin, MISSING)).toMatchObject({ status: 404 });
});

it('a completion is refused for an undecided bracket when only a decided one is wanted', async () => {
  const desk = await drawnDesk(4, { tournamentType: 'single-elimination' }, 'sqlite');
  await desk.draw({ thirdPlace: true });
  await setStatus(desk.admin, desk.id, 'in-progress');
  const complete = (more?: object) => setStatus(desk.admin, desk.id, 'completed', more);
  const asked = (what: string) => ({
    status: 409,
    body: { code: 'UNDECIDED', message: `The ${what} is not decided. Complete anyway?` },
  });
  const onlyDecided = { onlyDecided: true };
  expect(await desk.unchanged(() => complete(onlyDecided))).toEqual(asked('final'));
  for (const place of ['W1-1', 'W1-2', 'W2-1']) await desk.score(place, 2, 1);
  expect(await complete(onlyDecided)).toEqual(asked('third place'));
  expect(await complete()).toMatchObject({ status: 200 });
  await undo(desk.admin, desk.id);
  await desk.score('3P', 2, 1);
  expect(await complete(onlyDecided)).toMatchObject({ status: 200, body: { status: 'completed' } });
});
