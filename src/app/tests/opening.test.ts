/**
 * What is a draft, and everything before the programme opens, is in nothing that visitors can read: each call, each page and
 * the live stream are searched for its title. The control finds the title of an event that is in the programme everywhere.
 */
import { describe, expect, it } from 'vitest';
import { screens } from '#app/web/screens.ts';
import type { NewEvent } from '#features/events/contract.ts';
import { startDue } from '#features/events/edits/commands/status.ts';
import { followOpening, isOpeningDue } from '#features/festival/commands.ts';
import { editablePart } from '#features/festival/rules/facts.ts';
import { HOUR } from '#platform/durations.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { appWithPages } from '#testing/app-with-pages.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { DIALECTS } from '#testing/database.ts';
import { openStream } from '#testing/open-stream.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aHelper } from '#testing/staff.ts';
import { refusal } from '#testing/tournament.ts';

const endpoints = await declaredEndpoints();
const SECRET = 'Zaphodium';

/** Everything that a caller may read without knowing anything, and what is about this event. */
async function textsFor(caller: Browser, eventId: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { route, who } of endpoints) {
    if (!route.startsWith('GET ') || who === 'admin' || /\{(?!id\})/.test(route)) continue;
    const isOfEvent = /events\/\{id\}/.test(route);
    const query = /^GET \/api\/(matches|leaderboard)$/.test(route) ? `?eventId=${eventId}` : '';
    if (isOfEvent || !route.includes('{'))
      texts[route] = (await caller.send(route.replace('{id}', eventId) + query)).body;
  }
  for (const path of [
    ...screens.map(({ path }) => path),
    `/?event=${eventId}`,
    `/rooms/Ballroom%20A`,
    `/pictures/events/${eventId}.png`,
  ])
    texts[path] = (await caller.send(`GET ${path}`)).body;
  return texts;
}

const holding = (texts: Record<string, string>): string[] =>
  Object.entries(texts).flatMap(([where, text]) => (text.includes(SECRET) ? where : []));

const addEvent = async (app: TestApp, said: Partial<NewEvent>): Promise<string> => {
  const startTime = new Date(app.clock.now().getTime() + HOUR).toISOString();
  return app.event({ title: SECRET, startTime, ...said });
};

const saveFacts = (admin: Browser, app: TestApp, facts: object) =>
  admin.send('PUT /api/admin/festival', { facts: { ...editablePart(app.context.festivalFile), ...facts } });

const later = (app: TestApp, ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();

async function opened() {
  const app = await appWithPages();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  return { app, admin: await app.admin(), stranger: app.browser() };
}

describe('nothing that visitors can read', () => {
  it.each([
    ['holds an event in the programme, which proves the search', {}, {}, true],
    ['holds a draft', { draft: true }, {}, false],
    ['holds an event before the programme opens', {}, { opensAt: HOUR }, false],
  ] as const)('%s', { timeout: 60_000 }, async (_, said, { opensAt = null }: { opensAt?: number | null }, isFound) => {
    const { app, admin, stranger } = await opened();
    if (opensAt !== null) await saveFacts(admin, app, { opensAt: later(app, opensAt) });
    const hear = await openStream(app, stranger, ['events', 'events:admin']);
    const hearAll = await openStream(app, admin, ['events:admin']);
    const id = await addEvent(app, said);
    await admin.send(`PATCH /api/events/${id}`, { description: 'Bring dice.' });
    const found = holding({ ...(await textsFor(stranger, id)), stream: await hear() });
    if (!isFound) expect(found).toEqual([]);
    else expect(found).toEqual(expect.arrayContaining(['GET /api/events', '/', `/?event=${id}`, 'stream']));
    expect((await admin.send('GET /api/admin/events')).body).toContain(SECRET);
    expect(await hearAll()).toContain(SECRET);
  });
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('the programme opens at its moment, by the job, and the list and open screens learn of it', async () => {
    const app = await testApp(dialect);
    const [admin, stranger] = [await app.admin(), app.browser()];
    await app.event({ title: SECRET });
    expect(await app.events()).toHaveLength(1);
    await saveFacts(admin, app, { opensAt: later(app, HOUR) });
    // The copy of the list ends with the same commit.
    expect([await app.events(), await isOpeningDue(app.context)]).toEqual([[], false]);
    app.clock.pass(HOUR - 1);
    expect([await app.events(), await isOpeningDue(app.context)]).toEqual([[], false]);
    app.clock.pass(1);
    expect(await isOpeningDue(app.context)).toBe(true);
    await followOpening(app.context);
    expect([(await app.events()).length, await isOpeningDue(app.context)]).toEqual([1, false]);
    expect((await stranger.send('GET /api/events')).body).toContain(SECRET);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('nobody takes a place, a place in line or a number before it is open, and staff may add people', async () => {
    const app = await testApp(dialect);
    const [admin, phone] = [await app.admin(), app.browser()];
    const [draft, event] = [await app.event({ draft: true }), await app.event({ capacity: 2 })];
    const queue = await app.event({ queue: true });
    const take = (eventId: string, call = 'POST /api/rsvps') => phone.send(call, { eventId, playerName: 'Alex' });
    const notYet = refusal(409, 'NOT_OPEN', 'This event is not in the programme yet.');
    expect([seen(await take(draft)), seen(await take(draft, 'POST /api/waiting'))]).toEqual([notYet, notYet]);
    await saveFacts(admin, app, { opensAt: later(app, HOUR), registrationOpensAt: later(app, 2 * HOUR) });
    const closed = refusal(409, 'NOT_OPEN', 'Places open Nov 14, 2:00 PM.');
    app.clock.pass(2 * HOUR - 1);
    const number = () => phone.send(`POST /api/events/${queue}/queue`, { playerName: 'Alex' });
    for (const answer of [await take(event), await take(event, 'POST /api/waiting'), await number()])
      expect(seen(answer)).toEqual(closed);
    const walkIn = await admin.send(`POST /api/events/${event}/rsvps`, { playerName: 'Host' });
    expect(walkIn.statusCode).toBe(201);
    app.clock.pass(1);
    expect([(await take(event)).statusCode, (await number()).statusCode]).toEqual([201, 201]);
  });

  it('the programme stays open once a visitor has a place, and a queue in which somebody waits is no draft', async () => {
    const app = await testApp(dialect);
    const [admin, phone] = [await app.admin(), app.browser()];
    const [event, queue] = [await app.event(), await app.event({ queue: true })];
    await phone.send(`POST /api/events/${queue}/queue`, { playerName: 'Alex' });
    expect((await admin.send(`PATCH /api/events/${queue}`, { draft: true })).statusCode).toBe(409);
    await phone.send('POST /api/rsvps', { eventId: event, playerName: 'Alex' });
    const words = 'People have places already, so the programme stays open.';
    expect(seen(await saveFacts(admin, app, { opensAt: later(app, HOUR) }))).toEqual(
      refusal(409, 'NOT_EMPTY', words, 'facts.opensAt'),
    );
    expect(await app.events()).toHaveLength(2);
  });

  it('a festival’s file brings a programme that is not open yet as that', async () => {
    const [from, to] = [await testApp(dialect), await testApp(dialect)];
    const admin = await from.admin();
    await from.event({ title: SECRET });
    await saveFacts(admin, from, { opensAt: later(from, HOUR) });
    const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
    expect((await (await to.admin()).send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
    expect(await to.events()).toEqual([]);
    to.clock.pass(HOUR);
    await followOpening(to.context);
    expect(await to.events()).toHaveLength(1);
  });

  it('a helper’s desk has the events of its scope before the programme opens', async () => {
    const app = await testApp(dialect);
    const [id] = [await app.event({ draft: true }), await app.event()];
    const door = await aHelper(app, { role: 'door', eventId: id });
    const host = await aHelper(app, { role: 'host' });
    const ids = async (browser: Browser) =>
      (await browser.send('GET /api/admin/events')).json<{ id: string }[]>().map((event) => event.id);
    expect([await ids(door), (await ids(host)).length]).toEqual([[id], 2]);
  });

  it('an event with people stays in the programme, and a draft does not start', async () => {
    const app = await testApp(dialect);
    const [admin, phone] = [await app.admin(), app.browser()];
    const [event, draft] = [
      await app.event(),
      await app.event({ draft: true, startTime: app.clock.now().toISOString() }),
    ];
    await phone.send('POST /api/rsvps', { eventId: event, playerName: 'Alex' });
    const words = 'People have places in this event, or it has begun, so it stays in the programme.';
    expect(seen(await admin.send(`PATCH /api/events/${event}`, { draft: true }))).toEqual(
      refusal(409, 'NOT_EMPTY', words, 'draft'),
    );
    expect((await admin.send(`PATCH /api/events/${draft}/status`, { status: 'in-progress' })).statusCode).toBe(409);
    expect(await startDue({ ...app.context })).toBe(0);
    expect((await admin.send(`PATCH /api/events/${draft}`, { draft: false })).statusCode).toBe(200);
    expect([await startDue({ ...app.context }), (await app.events()).length]).toEqual([1, 2]);
  });
});
