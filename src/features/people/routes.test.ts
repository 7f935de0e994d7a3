import { describe, expect, it } from 'vitest';
import { anonymisePlaces } from '#features/rsvps/store.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { secondDeviceOf } from '#testing/devices.ts';
import { aGame } from '#testing/factories.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { Person } from './contract.ts';

async function search(admin: Browser, q: string, more = '') {
  const answer = await admin.send(`GET /api/people?q=${encodeURIComponent(q)}${more}`);
  return { people: answer.json<Person[]>(), more: Number(answer.headers['x-more-people']) };
}
const named = async (admin: Browser, q: string) => (await search(admin, q)).people.map(({ names }) => names);
const register = async (browser: Browser, eventId: string, playerName: string) =>
  (await browser.send('POST /api/rsvps', { eventId, playerName, playerEmail: 'rosa@example.org' })).json<{
    id: string;
  }>().id;
const addAccount = async (browser: Browser, name: string) =>
  (await browser.send('POST /api/users', { name })).json<{ id: string }>().id;
const walkIn = async (admin: Browser, eventId: string, playerName: string) =>
  (await admin.send(`POST /api/events/${eventId}/rsvps`, { playerName })).json<{ id: string }>().id;

it('the search for people shows a phone with its places, lines, accounts, games and devices', async () => {
  const app = await testApp();
  const [rosa, admin] = [app.browser(), await app.admin()];
  const soon = app.clock.now().getTime() + HOUR;
  const event = (title: string, hours: number) =>
    app.event({ title, location: 'Tide Pool', startTime: new Date(soon + hours * HOUR).toISOString() });
  const [later, next, past] = [await event('Later', 8), await event('Next', 5), await event('Past', 0)];
  const full = await fullEvent(app, { title: 'Full' });
  const ids = [await register(rosa, later, 'Rosa'), await register(rosa, next, 'Rosa Í')];
  const early = await walkIn(admin, past, 'Rosa');
  await admin.send(`PUT /api/rsvps/${ids[1]}/check-in`);
  await rosa.send('POST /api/waiting', { eventId: full, playerName: 'Sam' });
  const account = await addAccount(rosa, 'Rosa');
  await admin.send(`PATCH /api/users/${account}/score`, { score: 7 });
  const game = (await rosa.send('POST /api/inventory', aGame({ owner: 'Rosa' }))).json<{ id: string }>().id;
  await secondDeviceOf(app, rosa);
  // Sessions end meanwhile.
  app.clock.pass(4 * HOUR);
  const desk = await app.admin();

  const { people, more } = await search(desk, 'rósa');
  const device = { since: expect.any(String), lastSeen: expect.any(String) };
  const place = { location: 'Tide Pool', duration: 120, lateMinutes: 0, isOver: false };
  expect(people).toEqual([
    {
      id: ids[1],
      names: ['Rosa', 'Rosa Í', 'Sam'],
      places: [
        {
          ...place,
          id: ids[1],
          eventId: next,
          title: 'Next',
          playerName: 'Rosa Í',
          checkedIn: true,
          startTime: new Date(soon + 5 * HOUR).toISOString(),
        },
        expect.objectContaining({ id: ids[0], title: 'Later', checkedIn: false }),
      ],
      waiting: [expect.objectContaining({ eventId: full, title: 'Full', playerName: 'Sam', rank: 1 })],
      accounts: [{ id: account, name: 'Rosa', score: 7, shownScore: 7, seenAt: null }],
      games: [{ id: game, name: 'Azul', owner: 'Rosa', available: true }],
      devices: [device, device],
    },
    expect.objectContaining({ id: early, names: ['Rosa'], accounts: [], devices: [] }),
  ]);
  expect(people[1]?.places).toMatchObject([{ title: 'Past', isOver: true }]);
  expect([more, JSON.stringify(people).includes('example.org')]).toEqual([0, false]);
  expect(await named(desk, 'sam')).toEqual([['Sam', 'Rosa Í', 'Rosa']]);
});

it('the search for people never joins two phones, nor what has no phone, because of a name', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const [catan, chess, go] = [await app.event(), await app.event(), await app.event()];
  for (const eventId of [catan, chess]) await register(app.browser(), eventId, 'Sam');
  await walkIn(admin, go, 'SAM');
  await addAccount(admin, 'Sam');
  const { people } = await search(admin, 'sam');
  expect(people.map(({ places, accounts, devices }) => [places.length, accounts.length, devices.length])).toEqual([
    [1, 0, 1],
    [1, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ]);
});

it('the search for people shows 20, or as many as are asked for, and says how many more there are', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const event = await app.event({ capacity: 100 });
  for (let number = 10; number < 33; number += 1) await walkIn(admin, event, `Ada ${number}`);
  for (let phone = 0; phone < 2; phone += 1) await register(app.browser(), await app.event(), 'Ada');
  const { people, more } = await search(admin, 'a');
  expect([people.length, more, people[2]?.names]).toEqual([20, 5, ['Ada 10']]);
  const all = await search(admin, 'a', '&most=40');
  expect([all.people.length, all.more]).toEqual([25, 0]);
  expect(all.people.slice(0, 20)).toEqual(people);
  expect((await admin.send('GET /api/people?q=a&most=201')).statusCode).toBe(400);
  expect(await search(admin, '')).toEqual({ people: [], more: 0 });
});

it('the search for people refuses a text that no name can have', async () => {
  const app = await testApp();
  const admin = await app.admin();
  expect((await admin.send(`GET /api/people?q=${'a'.repeat(501)}`)).statusCode).toBe(400);
});

describe('what changes after a first search', () => {
  const shared = sharedApp();

  /** Returns how many have the name before and after `act`. */
  async function around(q: string, act: (app: TestApp, admin: Browser) => Promise<unknown>): Promise<number[]> {
    const admin = await shared().admin();
    const before = (await search(admin, q)).people.length;
    await act(shared(), admin);
    return [before, (await search(admin, q)).people.length];
  }

  it('finds a new place, walk-in, entry of a line, account and game', async () => {
    const app = shared();
    const admin = await app.admin();
    await search(admin, '');
    const event = await app.event();
    expect(await around('Noor', () => register(app.browser(), event, 'Noor'))).toEqual([0, 1]);
    expect(await around('Bo', () => walkIn(admin, event, 'Bo'))).toEqual([0, 1]);
    expect(await around('Cy', () => addAccount(app.browser(), 'Cy'))).toEqual([0, 1]);
    expect(await around('Dee', () => app.browser().send('POST /api/inventory', aGame({ owner: 'Dee' })))).toEqual([
      0, 1,
    ]);
    const full = await fullEvent(app);
    const wait = () => app.browser().send('POST /api/waiting', { eventId: full, playerName: 'Eve' });
    expect(await around('Eve', wait)).toEqual([0, 1]);
  });

  it('finds the new name of a place, of a walk-in and of an account with its places', async () => {
    const app = shared();
    const [rosa, admin] = [app.browser(), await app.admin()];
    const [catan, chess] = [await app.event(), await app.event()];
    const [place, walkedIn] = [await register(rosa, catan, 'Fay'), await walkIn(admin, catan, 'Gus')];
    await search(admin, '');
    const rename = (id: string, playerName: string) => admin.send(`POST /api/rsvps/${id}/rename`, { playerName });
    expect(await around('Hana', () => rename(place, 'Hana'))).toEqual([0, 1]);
    expect(await around('Ivo', () => rename(walkedIn, 'Ivo'))).toEqual([0, 1]);
    await register(rosa, chess, 'Jun');
    await walkIn(admin, catan, 'Jun');
    const account = await addAccount(rosa, 'Jun');
    await search(admin, '');
    // Places of no phone are renamed with the account.
    expect(await around('Kim', () => admin.send(`PATCH /api/users/${account}`, { name: 'Kim' }))).toEqual([0, 2]);
    expect(await named(admin, 'jun')).toEqual([]);
    expect((await named(admin, 'kim')).flat().sort()).toEqual(['Hana', 'Kim', 'Kim']);
  });

  it('finds names that another process replaced after ten minutes', async () => {
    const app = shared();
    const admin = await app.admin();
    await walkIn(admin, await app.event(), 'Nia');
    expect(await named(admin, 'nia')).toEqual([['Nia']]);
    await anonymisePlaces(app.context.db);
    app.clock.pass(10 * MINUTE);
    expect(await named(admin, 'nia')).toEqual([]);
    expect((await search(admin, 'former player')).people.length).toBeGreaterThan(0);
  });

  it('finds nobody who gave up everything, or whose event is deleted until it is restored', async () => {
    const app = shared();
    const [rosa, admin] = [app.browser(), await app.admin()];
    const event = await app.event();
    const place = await register(rosa, event, 'Lou');
    await walkIn(admin, event, 'Max');
    expect(await around('Lou', () => rosa.send(`DELETE /api/rsvps/${place}`))).toEqual([1, 0]);
    expect(await around('Max', () => admin.send(`DELETE /api/events/${event}`))).toEqual([1, 0]);
    expect(await around('Max', () => admin.send(`POST /api/events/${event}/restore`))).toEqual([0, 1]);
    const game = (await rosa.send('POST /api/inventory', aGame({ owner: 'Lou' }))).json<{ id: string }>().id;
    expect(await around('Lou', () => rosa.send(`DELETE /api/inventory/${game}`))).toEqual([1, 0]);
    expect(await around('Lou', () => rosa.send(`POST /api/inventory/${game}/restore`))).toEqual([0, 1]);
    expect(await around('Lou', () => rosa.send('DELETE /api/visitor'))).toEqual([1, 0]);
  });
});
