import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { presentLeaderboard, presentMatches } from '#features/brackets/commands/reads.ts';
import { ADDITIONS } from '#testing/additions.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { createEvent, enterScore, generateBracket } from '#testing/calls.ts';
import { ORGANISER } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { addPlayer } from '#testing/tournament.ts';

const shared = sharedApp();

const OWNED = { known: true, accounts: 2, places: 2 };
const DONE = { status: 204, body: null };
const forget = async (browser: Browser) => seen(await browser.send('DELETE /api/visitor'));
const belongings = async (browser: Browser) => (await browser.send('GET /api/visitor')).json();
const once = () => ({ 'idempotency-key': randomUUID() });

async function eventIn({ context }: TestApp, said = {}): Promise<string> {
  return (await createEvent(context, ORGANISER, anEvent(said))).id;
}

/** A device with two names, two places, one of everything else, and stored answers. */
async function family(app: TestApp, eventIds: readonly string[], name: string): Promise<Browser> {
  const browser = app.browser();
  for (const { call, body } of ADDITIONS) {
    if (call !== 'POST /api/rsvps') await browser.send(call, body(`${name} Two`, ''), once());
  }
  await browser.send('POST /api/users', { name: `${name} One` }, once());
  for (const eventId of eventIds) {
    const playerEmail = `${name}@mail.example`.toLowerCase();
    await browser.send('POST /api/rsvps', aRegistration(eventId, { playerName: `${name} One`, playerEmail }), once());
  }
  return browser;
}

/** With the code: an organiser's check-in would be audited. */
const checkIn = ({ context }: TestApp, id = '') =>
  context.db
    .updateTable('rsvps')
    .set({ checked_in: 1, checked_in_at: context.now().toISOString() })
    .where('id', '=', id)
    .execute();

const withoutRevision = (row: string): string => row.replace(/,"revision":\d+/, '');

/** Without the tallies of the limits and the revisions of events, which do not fall with deletions. */
async function rowsOf({ context }: TestApp): Promise<Record<string, string[]>> {
  const { meta = [], events = [], ...rows } = await everyRow(context.db);
  return { ...rows, events: events.map(withoutRevision), meta: meta.filter((row) => !row.includes('"visitor ')) };
}

const textOf = async (app: TestApp): Promise<string> => JSON.stringify(await everyRow(app.context.db));

it('forgetting a device deletes everything of its own, frees its seats, and nothing of anybody else’s', async () => {
  const app = shared();
  const events = [await eventIn(app), await eventIn(app)];
  const other = await family(app, events, 'Robin');
  const withoutAlex = await rowsOf(app);
  const alex = await family(app, events, 'Alex');
  expect(await belongings(alex)).toMatchObject(OWNED);
  expect(await forget(alex)).toEqual(DONE);
  expect(alex.cookies.size).toBe(0);
  expect(await rowsOf(app)).toEqual(withoutAlex);
  expect(await textOf(app)).not.toMatch(/alex/i);
  expect(await belongings(other)).toMatchObject(OWNED);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('forgetting a device frees every seat when it has several places in one event', async () => {
  const app = shared();
  const eventId = await eventIn(app, { capacity: 4 });
  const alex = app.browser();
  for (const playerName of ['Alex', 'Bo', 'Cleo']) {
    expect((await alex.send('POST /api/rsvps', aRegistration(eventId, { playerName }), once())).statusCode).toBe(201);
  }
  await forget(alex);
  const event = app.context.db.selectFrom('events').select('seats_taken').where('id', '=', eventId);
  expect(await event.executeTakeFirst()).toEqual({ seats_taken: 0 });
});

it('forgetting a device makes it a stranger, also with its old cookie', async () => {
  const app = shared();
  const alex = await family(app, [await eventIn(app)], 'Alex');
  const copy = app.browser();
  for (const [name, value] of alex.cookies) copy.cookies.set(name, value);
  await forget(alex);
  expect(seen(await copy.send('GET /api/rsvps/my'))).toEqual({ status: 200, body: [] });
  expect((await forget(copy)).status).toBe(401);
  expect((await alex.send('POST /api/users', { name: 'Alex One' })).statusCode).toBe(201);
  expect(await belongings(alex)).toMatchObject({ known: true, accounts: 1, places: 0 });
});

it('forgetting a device leaves a number in a drawn bracket, which continues with the same results', async () => {
  const app = await testApp();
  const { context } = app;
  const id = await eventIn(app, { tournamentType: 'single-elimination' });
  const alex = await family(app, [id], 'Alex');
  const [rsvp] = (await alex.send('GET /api/rsvps/my')).json<{ id: string }[]>();
  await checkIn(app, rsvp?.id);
  for (const name of ['Priya', 'Marcus', 'Lena']) await addPlayer(context, id, name);
  await generateBracket(context, ORGANISER, id, { randomSeed: false });
  const mine = (await presentMatches(context, id)).find(({ player1, player2 }) =>
    [player1?.name, player2?.name].includes('Alex One'),
  );
  const first = mine?.player1?.name === 'Alex One';
  const score = { player1Score: first ? 2 : 0, player2Score: first ? 0 : 2 };
  await enterScore(context, ORGANISER, mine?.id ?? '', score);
  const named = JSON.stringify([await presentMatches(context, id), await presentLeaderboard(context, id)]);
  const seed = (first ? mine?.player1 : mine?.player2)?.seed;
  expect(named).toContain('Alex One');

  expect(await forget(alex)).toEqual(DONE);
  const nameless = JSON.stringify([await presentMatches(context, id), await presentLeaderboard(context, id)]);
  expect(nameless).toBe(named.replaceAll('Alex One', `Former player ${seed}`));
  expect(await textOf(app)).not.toMatch(/alex/i);
  expect(await problemsIn(context.db, 'sqlite')).toEqual([]);
  const next = (await presentMatches(context, id)).find(({ status }) => status === 'ready');
  expect(await enterScore(context, ORGANISER, next?.id ?? '', { player1Score: 1, player2Score: 0 })).toMatchObject({
    status: 'done',
  });
});

it('forgetting a device leaves a number also when its place was cancelled after the draw, because its account was drawn', async () => {
  const app = await testApp();
  const id = await eventIn(app, { tournamentType: 'single-elimination' });
  const alex = await family(app, [id], 'Alex');
  const [rsvp] = (await alex.send('GET /api/rsvps/my')).json<{ id: string }[]>();
  await checkIn(app, rsvp?.id);
  await addPlayer(app.context, id, 'Priya');
  await generateBracket(app.context, ORGANISER, id, { randomSeed: false });
  await alex.send(`DELETE /api/rsvps/${rsvp?.id}`);
  await forget(alex);
  expect(await textOf(app)).not.toMatch(/alex/i);
});

it('forgetting a device leaves a number also when its place is gone and its removal final, and no file says whose it was', async () => {
  const app = await testApp();
  const [admin, removed, gaveUp] = [await app.admin(), app.browser(), app.browser()];
  const id = await eventIn(app, { tournamentType: 'single-elimination' });
  const places: string[] = [];
  for (const [phone, playerName] of [[removed, 'Alex A'] as const, [gaveUp, 'Alex B'] as const]) {
    const answer = await phone.send('POST /api/rsvps', aRegistration(id, { playerName }), once());
    places.push(answer.json<{ id: string }>().id);
    await checkIn(app, places.at(-1));
  }
  for (const name of ['Priya', 'Marcus']) await addPlayer(app.context, id, name);
  await generateBracket(app.context, ORGANISER, id, { randomSeed: false });
  await admin.send(`POST /api/rsvps/${places[0]}/remove`, { forfeit: true });
  await gaveUp.send(`DELETE /api/rsvps/${places[1]}`);
  // As after its minute.
  await app.context.db.deleteFrom('amendments').execute();
  const file = (await admin.send('GET /api/admin/exports/festival.json')).body;
  const visitors = await app.context.db.selectFrom('visitors').select('id').execute();
  expect([file.includes('Alex A'), visitors.filter((visitor) => file.includes(visitor.id))]).toEqual([true, []]);

  for (const phone of [removed, gaveUp]) expect(await forget(phone)).toEqual(DONE);
  expect(await textOf(app)).not.toMatch(/alex/i);
  const players = (await presentMatches(app.context, id)).flatMap(({ player1, player2 }) => [player1, player2]);
  expect(players.map((player) => player?.name)).toEqual(
    expect.arrayContaining(['Former player 3', 'Former player 4', 'Priya', 'Marcus']),
  );
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('forgetting a device: concurrent with a registration leaves a place of a new device or none, and correct seats', async () => {
  const app = await testApp();
  const events = [await eventIn(app), await eventIn(app), await eventIn(app)];
  for (let round = 0; round < 5; round += 1) {
    const alex = await family(app, events.slice(0, 1), `Round ${round}`);
    const tabs = events.map(() => {
      const tab = app.browser();
      for (const [name, value] of alex.cookies) tab.cookies.set(name, value);
      return tab;
    });
    const registering = events.map((eventId, index) =>
      tabs[index]?.send('POST /api/rsvps', aRegistration(eventId, { playerName: `Late ${round} ${index}` }), once()),
    );
    const [forgotten, ...answers] = await Promise.all([forget(alex), ...registering]);
    expect(forgotten).toEqual(DONE);
    expect(answers.map((answer) => answer?.statusCode)).toEqual([201, 201, 201]);
    expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
    // A place from before is deleted with the device; a later one belongs to a new device. None may be without.
    const nobodys = app.context.db.selectFrom('rsvps').select('player_name').where('visitor_id', 'is', null);
    expect(await nobodys.execute()).toEqual([]);
  }
});

it('a stranger owns nothing and is refused', async () => {
  const app = shared();
  expect(await belongings(app.browser())).toMatchObject({ known: false, accounts: 0, places: 0 });
  expect((await forget(app.browser())).status).toBe(401);
  expect(await forget(await app.admin())).toEqual(DONE);
});
