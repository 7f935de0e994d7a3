/** What a deletion leaves in the audit, which the festival's export contains too. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { presentMatches } from '#features/brackets/commands/reads.ts';
import { type Browser, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { storeEvent } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';

const shared = sharedApp();

const TITLE = 'Alex Kidd with friends';
const once = () => ({ 'idempotency-key': randomUUID() });

const tournament = ({ context }: TestApp): Promise<string> =>
  storeEvent(context, { title: TITLE, tournamentType: 'single-elimination' });

/** A device with an account and a place of the same name; returns the place's id. */
async function player(app: TestApp, eventId: string, name: string): Promise<{ device: Browser; id: string }> {
  const device = app.browser();
  await device.send('POST /api/users', { name }, once());
  const place = await device.send('POST /api/rsvps', aRegistration(eventId, { playerName: name }), once());
  return { device, id: place.json<{ id: string }>().id };
}

async function checkInAndDraw(admin: Browser, eventId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) expect((await admin.send(`PUT /api/rsvps/${id}/check-in`)).statusCode).toBe(200);
  const drawn = await admin.send(`POST /api/events/${eventId}/generate-bracket`, { randomSeed: false });
  expect(drawn.statusCode).toBe(201);
}

type Change = { action: string; subject: string };
const changes = async (admin: Browser) => (await admin.send('GET /api/admin/audit')).json<Change[]>();
const exported = async (admin: Browser) => (await admin.send('GET /api/admin/exports/festival.json')).body;

/** Returns the context of each match of a name, apart from the event's title. */
const places = (text: string, names: RegExp): string[] =>
  [...text.replaceAll(TITLE, '#').matchAll(new RegExp(`.{0,60}${names.source}.{0,30}`, 'g'))].map(([found]) => found);

const nameless = (change: Change): Change =>
  JSON.parse(
    JSON.stringify(change)
      .replaceAll(TITLE, '#')
      .replaceAll(/\b(Alex|Lex|Lexi)\b/g, 'Former player')
      .replaceAll('#', TITLE),
  );

it('the list of changes says former player, and leaves everything else unchanged', async () => {
  const app = shared();
  const [admin, eventId] = [await app.admin(), await tournament(app)];
  const alex = await player(app, eventId, 'Alex');
  const others = [await player(app, eventId, 'Alexandra'), await player(app, eventId, 'Bo')];
  const users = (await admin.send('GET /api/users')).json<{ id: string; name: string }[]>();
  const account = users.find(({ name }) => name === 'Alex')?.id;
  await admin.send(`PATCH /api/users/${account}/score`, { score: 5 });
  await checkInAndDraw(
    admin,
    eventId,
    [alex, ...others].map(({ id }) => id),
  );
  const ready = async () => (await presentMatches(app.context, eventId)).find(({ status }) => status === 'ready');
  for (let match = await ready(); match !== undefined; match = await ready()) {
    const scored = await admin.send(`PATCH /api/matches/${match.id}/score`, { player1Score: 2, player2Score: 1 });
    expect(scored.statusCode).toBe(200);
  }
  for (const name of ['Lex', 'Lexi']) await admin.send(`PATCH /api/users/${account}`, { name });
  const before = await changes(admin);
  expect(before.find(({ action }) => action === 'bracket drawn')).toMatchObject({
    after: { players: expect.arrayContaining(['Alex', 'Alexandra', 'Bo']) },
  });

  expect((await alex.device.send('DELETE /api/visitor')).statusCode).toBe(204);
  const after = await changes(admin);
  expect(after).toHaveLength(before.length);
  for (const [place, change] of before.entries()) {
    expect(after[place], `${change.action}: ${change.subject}`).toEqual(nameless(change));
  }
  expect(places(await exported(admin), /\b(Alex|Lex|Lexi)\b/)).toEqual([]);
  const { audit_people: people = [] } = await everyRow(app.context.db);
  expect(people.filter((row) => /"(Alex|Lex|Lexi)"/.test(row))).toEqual([]);
  expect(people.filter((row) => /"Alexandra"/.test(row))).not.toEqual([]);
});

it('the list of changes keeps the same name where it is another visitor’s or a walk-in’s', async () => {
  const app = await testApp();
  const [admin, first, second] = [await app.admin(), await tournament(app), await tournament(app)];
  const alex = await player(app, first, 'Alex');
  const other = app.browser();
  const place = await other.send('POST /api/rsvps', { ...aRegistration(second), isFriend: true }, once());
  await admin.send(`PUT /api/rsvps/${place.json<{ id: string }>().id}/check-in`);
  await admin.send(`POST /api/events/${await tournament(app)}/rsvps`, { playerName: 'Alex' });
  const others = await changes(admin);
  await admin.send(`PUT /api/rsvps/${alex.id}/check-in`);
  await alex.device.send('DELETE /api/visitor');
  const [theirs, ...rest] = await changes(admin);
  expect(theirs).toMatchObject({ subject: `Former player at ${TITLE}`, after: { playerName: 'Former player' } });
  expect(rest).toEqual(others);
  expect(others.map(({ subject }) => subject)).toEqual([`Alex at ${TITLE}`, `Alex at ${TITLE}`]);
});

it('the list of changes says former player also of a place and an account that were gone before', async () => {
  const app = await testApp();
  const [admin, eventId] = [await app.admin(), await tournament(app)];
  const alex = await player(app, eventId, 'Alex');
  await admin.send(`PUT /api/rsvps/${alex.id}/check-in`);
  await admin.send(`DELETE /api/rsvps/${alex.id}/check-in`);
  expect((await alex.device.send(`DELETE /api/rsvps/${alex.id}`)).statusCode).toBe(204);
  const [account] = (await admin.send('GET /api/users')).json<{ id: string }[]>();
  expect((await admin.send(`DELETE /api/users/${account?.id}`)).statusCode).toBe(204);
  const before = await changes(admin);
  expect(before).toHaveLength(3);
  await alex.device.send('DELETE /api/visitor');
  expect(await changes(admin)).toEqual(before.map(nameless));
  expect(JSON.stringify(await everyRow(app.context.db))).not.toMatch(/alex(?! kidd)/i);
});

it('the list of changes clears the entries of files that hold the name', async () => {
  const app = await testApp();
  const [admin, eventId] = [await app.admin(), await tournament(app)];
  const entry = { at: '2025-11-13T09:00:00.000Z', session_id: 's', action: 'user deleted' };
  const entries = [
    { ...entry, id: 'a-1', subject: 'Alex', before: '{"id":"u-1","name":"Alex"}' },
    { ...entry, id: 'a-2', subject: 'Bo', before: '{"id":"u-2","name":"Bo"}' },
  ];
  await app.context.db.insertInto('audit_entries').values(entries).execute();
  const [bo, alex] = await changes(admin);
  const { device } = await player(app, eventId, 'ALEX');
  await device.send('DELETE /api/visitor');
  expect(await changes(admin)).toEqual([bo, { ...alex, subject: 'Former player', before: null }]);
});

it('the list of changes loses both names of one change when both people are forgotten at once', async () => {
  const app = shared();
  const admin = await app.admin();
  for (let round = 0; round < 5; round += 1) {
    const eventId = await tournament(app);
    const both = [await player(app, eventId, `Alex ${round}`), await player(app, eventId, `Bo ${round}`)];
    await checkInAndDraw(
      admin,
      eventId,
      both.map(({ id }) => id),
    );
    // Without the event both would otherwise lock.
    await admin.send(`DELETE /api/events/${eventId}`);
    await Promise.all(both.map(({ device }) => device.send('DELETE /api/visitor')));
    const recorded = (await changes(admin)).map((change) => JSON.stringify({ ...change, subject: '' }));
    expect(recorded.flatMap((change) => places(change, /(Alex|Bo) \d/))).toEqual([]);
  }
});
