import { describe, expect, it } from 'vitest';
import type { NewEvent } from '#features/events/contract.ts';
import { DAY } from '#platform/durations.ts';
import { type Browser, seen, sharedApp, testApp } from '#testing/app.ts';
import { jobContext } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aHelper } from '#testing/staff.ts';
import type { Rsvp } from './contract.ts';
import { rsvpDuties } from './duties.ts';

const shared = sharedApp();

const questions: NewEvent['questions'] = [
  { id: 'age', label: 'Age', kind: 'number', required: true },
  { id: 'pickup', label: 'Picked up by', kind: 'text', required: false },
];
const ANSWERS = { age: 12, pickup: 'Zaphod' };

const asked = (app = shared(), said: Partial<NewEvent> = {}) => app.event({ questions, ...said });
const take = (browser: Browser, eventId: string, more: object = { answers: ANSWERS }) =>
  browser.send('POST /api/rsvps', { eventId, playerName: 'Alex', ...more });
const mine = async (browser: Browser) => (await browser.send('GET /api/rsvps/my')).json<Rsvp[]>();
const change = (browser: Browser, id: string, answers: object) =>
  browser.send(`PATCH /api/rsvps/${id}/answers`, { answers });

describe('answers with a place', () => {
  it('are read by the owner and the staff of that event, and stand in nothing public', async () => {
    const app = shared();
    const [alex, admin, id] = [app.browser(), await app.admin(), await asked(app)];
    const answer = await take(alex, id, { answers: { ...ANSWERS, removed: 'x' } });
    expect(seen(answer)).toEqual({ status: 201, body: { ...answer.json<Rsvp>(), answers: undefined } });
    expect(await mine(alex)).toMatchObject([{ answers: ANSWERS }]);
    const list = (await admin.send(`GET /api/events/${id}/rsvps`)).json<Rsvp[]>();
    expect(list).toMatchObject([{ playerName: 'Alex', answers: ANSWERS }]);
    const file = (await admin.send(`GET /api/admin/exports/events/${id}/rsvps.csv`)).body;
    expect(file.split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/"Age","Picked up by"$|Age,Picked up by$/),
      expect.stringMatching(/12,"?Zaphod"?$/),
    ]);
    for (const address of ['GET /api/events', 'GET /', 'GET /api/people?q=Alex', 'GET /api/admin/audit'])
      expect((await admin.send(address)).body).not.toContain('Zaphod');
    expect(JSON.stringify((await everyRow(app.context.db)).idempotency_keys)).not.toContain('Zaphod');
  });

  it('are asked of each person by name, and nobody gets a place when one is missing', async () => {
    const [alex, id] = [shared().browser(), await asked()];
    const both = { playerName: undefined, playerNames: ['Alex', 'Bo'] };
    const one = await take(alex, id, { ...both, answers: { Alex: { age: 12 } } });
    expect(seen(one)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field: 'answers.Bo.age' } });
    expect(await mine(alex)).toEqual([]);
    expect((await take(alex, id, { ...both, answers: { Alex: { age: 12 }, ' BO ': { age: 9 } } })).statusCode).toBe(
      201,
    );
    expect((await mine(alex)).map(({ playerName, answers }) => [playerName, answers])).toEqual([
      ['Alex', { age: 12 }],
      ['Bo', { age: 9 }],
    ]);
  });

  it.each([
    ['missing', {}, 'answers.age'],
    ['of another kind', { answers: { age: 'twelve' } }, 'answers.age'],
    ['by name of one person', { answers: { Alex: { age: 12 } } }, 'answers'],
    ['not by name of two', { playerName: undefined, playerNames: ['Alex', 'Bo'], answers: { age: 1 } }, 'answers'],
    ['too long', { answers: { age: 1, pickup: 'x'.repeat(201) } }, 'answers'],
    ['too large', { answers: { age: 1_000_001 } }, 'answers.age'],
  ])('are refused when they are %s, and no place is taken', async (_, more, field) => {
    const [app, alex, id] = [shared(), shared().browser(), await asked()];
    const answer = await take(alex, id, more);
    expect([answer.statusCode, answer.json<{ field: string }>().field]).toEqual([400, field]);
    expect((await app.events()).find((event) => event.id === id)?.currentRegistrations).toBe(0);
  });

  it('wait in the line with their person, and come with the place', async () => {
    const app = shared();
    const [alex, bo, id] = [app.browser(), app.browser(), await asked(app, { capacity: 2 })];
    const first = (await take(alex, id)).json<Rsvp>();
    await take(alex, id, { playerName: 'Cy', answers: { age: 1 } });
    const join = (answers: object) => bo.send('POST /api/waiting', { eventId: id, playerName: 'Bo', answers });
    expect((await join({})).statusCode).toBe(400);
    expect((await join({ age: 8 })).json()).not.toHaveProperty('answers');
    await alex.send(`DELETE /api/rsvps/${first.id}`);
    expect(await mine(bo)).toMatchObject([{ playerName: 'Bo', answers: { age: 8 } }]);
  });

  it('of walk-ins may be given at the door, and none is needed', async () => {
    const app = shared();
    const [admin, id] = [await app.admin(), await asked(app)];
    const add = (playerName: string, more = {}) =>
      admin.send(`POST /api/events/${id}/rsvps`, { playerName, ...more }).then((answer) => answer.json<Rsvp>());
    expect(await add('Walter')).not.toHaveProperty('answers');
    expect(await add('Wanda', { answers: { age: 40 } })).toMatchObject({ answers: { age: 40 } });
    const audit = (await admin.send('GET /api/admin/audit')).body;
    expect(audit).toContain('Wanda');
    expect(audit).not.toContain('"answers"');
  });
});

describe('changing answers', () => {
  it('changes what is named, takes away what is null, and keeps the rest', async () => {
    const [alex, id] = [shared().browser(), await asked()];
    const { id: place } = (await take(alex, id)).json<Rsvp>();
    expect(seen(await change(alex, place, { pickup: 'Dad' }))).toEqual({
      status: 200,
      body: { answers: { age: 12, pickup: 'Dad' } },
    });
    expect((await change(alex, place, { pickup: null })).json()).toEqual({ answers: { age: 12 } });
    expect(seen(await change(alex, place, { age: null }))).toMatchObject({
      status: 400,
      body: { field: 'answers.age' },
    });
    expect(await mine(alex)).toMatchObject([{ answers: { age: 12 } }]);
  });

  it('is for the owner and the staff of this door, and the list of changes says that, not what', async () => {
    const app = await testApp();
    const [alex, other, id] = [app.browser(), app.browser(), await asked(app)];
    const { id: place } = (await take(alex, id)).json<Rsvp>();
    await take(other, id, { playerName: 'Bo', answers: { age: 3 } });
    const elsewhere = await app.event();
    const door = await aHelper(app, { role: 'door', eventId: id });
    const otherDoor = await aHelper(app, { role: 'door', eventId: elsewhere });
    // A helper's phone may have places of its own.
    await take(door, elsewhere, { playerName: 'Helper' });
    await take(otherDoor, elsewhere, { playerName: 'Other helper' });
    expect(seen(await change(other, place, { age: 1 }))).toMatchObject({ status: 403, body: { code: 'NOT_YOURS' } });
    expect((await change(otherDoor, place, { age: 2 })).statusCode).toBe(403);
    expect((await change(door, place, { age: null, pickup: 'Aunt Zed' })).json()).toEqual({
      answers: { pickup: 'Aunt Zed' },
    });
    const audit = (await (await app.admin()).send('GET /api/admin/audit')).body;
    expect(audit).toContain('answers changed');
    expect(audit).not.toContain('Aunt Zed');
    await alex.send(`DELETE /api/rsvps/${place}`);
    expect((await change(alex, place, { age: 5 })).statusCode).toBe(404);
  });
});

describe('answers end', () => {
  it('with their question, also in the line, and when it asks for something else now', async () => {
    const app = shared();
    const [alex, bo, admin] = [app.browser(), app.browser(), await app.admin()];
    const id = await asked(app, { capacity: 2 });
    for (const [phone, playerName] of [
      [alex, 'Alex'],
      [alex, 'Cy'],
    ] as const)
      await take(phone, id, { playerName, answers: ANSWERS });
    await bo.send('POST /api/waiting', { eventId: id, playerName: 'Bo', answers: ANSWERS });
    const asText = { ...questions?.[0], kind: 'text', required: false };
    expect((await admin.send(`PATCH /api/events/${id}`, { questions: [asText] })).statusCode).toBe(200);
    expect((await mine(alex)).map(({ answers }) => answers)).toEqual([undefined, undefined]);
    const rows = await app.context.db
      .selectFrom('waiting_entries')
      .select('answers')
      .where('event_id', '=', id)
      .execute();
    expect(rows).toEqual([{ answers: null }]);
  });

  it('with a move to an event that does not ask', async () => {
    const app = shared();
    const [alex, admin, id, other] = [app.browser(), await app.admin(), await asked(app), await app.event()];
    const { id: place } = (await take(alex, id)).json<Rsvp>();
    await admin.send(`POST /api/rsvps/${place}/move`, { eventId: other });
    expect((await mine(alex))[0]).not.toHaveProperty('answers');
  });

  it('for a phone that joined by a link: it gets the places alone', async () => {
    const app = shared();
    const [alex, stranger, id] = [app.browser(), app.browser(), await asked(app)];
    await take(alex, id);
    await stranger.send('POST /api/users', { name: `Stranger ${id}` });
    const { code } = (await stranger.send('POST /api/devices/code')).json<{ code: string }>();
    await alex.send('POST /api/devices/join', { code });
    expect((await mine(stranger)).map(({ eventId, answers }) => [eventId, answers])).toEqual([[id, undefined]]);
  });

  it('for a phone that a place is handed over to', async () => {
    const app = shared();
    const [alex, newPhone, admin, id] = [app.browser(), app.browser(), await app.admin(), await asked(app)];
    const { id: place } = (await take(alex, id)).json<Rsvp>();
    const { code } = (await admin.send('POST /api/handovers', { ids: [place] })).json<{ code: string }>();
    await newPhone.send('POST /api/devices/join', { code });
    expect((await mine(newPhone)).map(({ eventId, answers }) => [eventId, answers])).toEqual([[id, undefined]]);
  });

  it('14 days after the festival by themselves, and no day before', async () => {
    const app = await testApp();
    const [alex, id] = [app.browser(), await asked(app)];
    await take(alex, id);
    const job = rsvpDuties.jobs?.find(({ name }) => name.includes('answers'));
    const runAt = async (days: number) => {
      const at = new Date(Date.parse(`${app.context.festivalFile.lastDay}T12:00:00Z`) + days * DAY);
      await job?.run(jobContext(app.context, { now: () => at }));
      return (await mine(alex))[0]?.answers;
    };
    expect([await runAt(13), await runAt(16)]).toEqual([ANSWERS, undefined]);
    expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  });
});
