import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { refusal } from '#testing/tournament.ts';
import type { Rsvp } from './contract.ts';

const shared = sharedApp();

const MISSING = '01890000-0000-7000-8000-000000000000';

const register = (browser: Browser, eventId: string, playerName = 'Alex', more = {}) =>
  browser.send('POST /api/rsvps', { eventId, playerName, ...more });
const mine = async (browser: Browser): Promise<Rsvp[]> => (await browser.send('GET /api/rsvps/my')).json();
const seats = async (app: TestApp, eventId: string): Promise<number | undefined> => {
  const events = await app.events();
  return events.find(({ id }) => id === eventId)?.currentRegistrations;
};
const alreadyHere = refusal(409, 'ALREADY_REGISTERED', 'You have a place already.', 'playerName');
const takenBy = (name: string) =>
  refusal(409, 'ALREADY_REGISTERED', `Someone called ${name} has a place already. Add an initial.`, 'playerName');

it('taking a place returns the RSVP to this device only, without unknown fields, and counts the seat at once', async () => {
  const app = shared();
  const [alex, robin] = [app.browser(), app.browser()];
  const eventId = await app.event();
  const unknown = { id: 'mine', checkedIn: true, visitorId: 'x', status: 'spy', createdAt: 'spy' };
  const answer = await register(alex, eventId, ' Alex ', { playerEmail: 'alex@example.org', ...unknown });
  const rsvp = {
    id: expect.not.stringMatching(/^mine$/),
    eventId,
    playerName: 'Alex',
    playerEmail: 'alex@example.org',
    checkedIn: false,
  };
  expect(seen(answer)).toEqual({ status: 201, body: rsvp });
  expect(JSON.stringify(await everyRow(app.context.db))).not.toContain('spy');
  expect(await seats(app, eventId)).toBe(1);
  const second = await register(robin, eventId, 'Robin');
  expect(seen(second)).toEqual({
    status: 201,
    body: { id: expect.any(String), eventId, playerName: 'Robin', checkedIn: false },
  });
  expect([await mine(alex), await mine(robin), await mine(app.browser())]).toEqual([
    [answer.json()],
    [second.json()],
    [],
  ]);
});

it('taking a place takes one place when the request is repeated, and says GONE once it was cancelled', async () => {
  const app = shared();
  const [alex, eventId] = [app.browser(), await app.event()];
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => alex.send('POST /api/rsvps', { eventId, playerName: 'Alex' }, headers);
  const first = await send();
  expect(seen(await send())).toEqual(seen(first));
  expect(await seats(app, eventId)).toBe(1);
  await alex.send(`DELETE /api/rsvps/${first.json<Rsvp>().id}`);
  expect(seen(await send())).toEqual(
    refusal(410, 'GONE', 'This place was cancelled in the meantime. Take one again if you still want it.'),
  );
  expect(await seats(app, eventId)).toBe(0);
});

it('taking a place takes places for several people at once, all or none, and answers a list', async () => {
  const app = shared();
  const [family, other, eventId] = [app.browser(), app.browser(), await app.event({ capacity: 4 })];
  const take = (browser: Browser, playerNames: string[], more = {}) =>
    browser.send('POST /api/rsvps', { eventId, playerNames, ...more });
  const playerEmail = 'rosa@example.org';
  const taken = await take(family, [' Rosa ', 'Theo'], { playerEmail });
  const place = { id: expect.any(String), eventId, playerEmail, checkedIn: false };
  expect(seen(taken)).toEqual({
    status: 201,
    body: [
      { ...place, playerName: 'Rosa' },
      { ...place, playerName: 'Theo' },
    ],
  });
  expect(await mine(family)).toEqual(taken.json());
  const before = await everyRow(app.context.db);
  const tries: [browser: Browser, names: string[], answer: object][] = [
    [
      other,
      ['Mum', 'THEO'],
      refusal(
        ...([409, 'ALREADY_REGISTERED', 'Someone called THEO has a place already. Add an initial.'] as const),
        'playerNames.1',
      ),
    ],
    [family, ['Mum', 'Theo'], refusal(409, 'ALREADY_REGISTERED', 'Theo has a place already.', 'playerNames.1')],
    [other, ['A', 'B', 'C'], refusal(409, 'EVENT_FULL', 'Only 2 places are left.')],
    [
      family,
      ['A', 'B', 'C', 'D', 'E'],
      refusal(409, 'TOO_MANY_HERE', 'You already have 2 places in this event. At most 6 are possible.'),
    ],
  ];
  for (const [browser, names, answer] of tries)
    expect([names, seen(await take(browser, names))]).toEqual([names, answer]);
  expect(await everyRow(app.context.db)).toEqual(before);
  expect((await take(other, ['Mum'])).json()).toMatchObject([{ playerName: 'Mum' }]);
  expect(await seats(app, eventId)).toBe(3);
});

it('taking a place answers a repeated request for several with those who still have their places', async () => {
  const app = shared();
  const [family, eventId] = [app.browser(), await app.event()];
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => family.send('POST /api/rsvps', { eventId, playerNames: ['Rosa', 'Theo'] }, headers);
  const [rosa, theo] = (await send()).json<Rsvp[]>();
  expect((await send()).json()).toEqual([rosa, theo]);
  await family.send(`DELETE /api/rsvps/${rosa?.id}`);
  expect((await send()).json()).toEqual([theo]);
  await family.send(`DELETE /api/rsvps/${theo?.id}`);
  expect((await send()).statusCode).toBe(410);
});

it.each([
  ['nobody', { playerNames: [] }, 'playerNames'],
  ['seven', { playerNames: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }, 'playerNames'],
  ['somebody twice', { playerNames: ['Zoe', 'ZOE'] }, 'playerNames.1'],
  ['a name that is none', { playerNames: ['Zoe', ' '] }, 'playerNames.1'],
  ['both', { playerName: 'Zoe', playerNames: ['Theo'] }, 'playerNames'],
  ['neither', {}, 'playerName'],
])('taking a place refuses %s as bad input', async (_, names, field) => {
  const app = shared();
  const answer = await app.browser().send('POST /api/rsvps', { eventId: await app.event(), ...names });
  expect(seen(answer)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field } });
});

it('taking a place refuses what cannot be joined, and writes nothing', async () => {
  const app = shared();
  const [ids, alex] = [{} as Record<string, string>, app.browser()];
  for (const what of ['full', 'over', 'ended', 'drawn', 'mine', 'others']) ids[what] = await app.event({ capacity: 2 });
  for (const name of ['Robin', 'Sam']) await register(app.browser(), ids.full ?? '', name);
  await register(alex, ids.mine ?? '', 'Alex');
  await register(app.browser(), ids.others ?? '', 'Älex');
  const set = (what: string, values: object) =>
    app.context.db
      .updateTable('events')
      .set(values)
      .where('id', '=', ids[what] ?? '')
      .execute();
  await set('over', { status: 'completed' });
  await set('ended', { start_time: '2025-11-14T15:00:00.000Z', duration: 120 });
  await set('drawn', { bracket_drawn: 1 });
  const before = await everyRow(app.context.db);

  const tries: [event: string | undefined, name: string, answer: object][] = [
    [MISSING, 'Alex', refusal(404, 'NOT_FOUND', 'This event is not in the programme any more.')],
    [ids.full, 'Alex', refusal(409, 'EVENT_FULL', 'This event is full.')],
    [ids.over, 'Alex', refusal(409, 'EVENT_OVER', 'This event is over.')],
    [ids.ended, 'Alex', refusal(409, 'EVENT_OVER', 'This event has ended.')],
    [
      ids.drawn,
      'Alex',
      refusal(409, 'BRACKET_DRAWN', 'The bracket of this event is already drawn, so nobody can join any more.'),
    ],
    [ids.mine, 'ALEX', alreadyHere],
    [ids.mine, 'ａｌｅｘ', alreadyHere],
    [ids.others, 'ÄLEX', takenBy('ÄLEX')],
    [ids.others, 'A\u0308lex', takenBy('Älex')],
  ];
  for (const [event, name, answer] of tries) {
    expect([name, seen(await register(alex, event ?? '', name))]).toEqual([name, answer]);
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('taking a place is allowed while the event runs, and for up to six people on one device', async () => {
  const app = shared();
  const [family, eventId] = [app.browser(), await app.event()];
  await app.context.db.updateTable('events').set({ status: 'in-progress' }).execute();
  for (let person = 1; person <= 6; person += 1) {
    expect((await register(family, eventId, `Person ${person}`)).statusCode).toBe(201);
  }
  const before = await everyRow(app.context.db);
  const tooMany = refusal(
    409,
    'TOO_MANY_HERE',
    'You already have 6 places in this event, which is the most. Cancel one first.',
  );
  expect(seen(await register(family, eventId, 'Person 7'))).toEqual(tooMany);
  expect(await everyRow(app.context.db)).toEqual(before);
  expect((await register(family, await app.event(), 'Person 1')).statusCode).toBe(201);
});

it('cancelling frees the last seat and the name at once', async () => {
  const app = shared();
  const [alex, robin, sam] = [app.browser(), app.browser(), app.browser()];
  const eventId = await app.event({ capacity: 2 });
  const rsvp = (await register(alex, eventId)).json<Rsvp>();
  await register(robin, eventId, 'Robin');
  expect((await register(sam, eventId, 'Sam')).json().code).toBe('EVENT_FULL');
  expect(seen(await alex.send(`DELETE /api/rsvps/${rsvp.id}`))).toEqual({ status: 204, body: null });
  expect([await seats(app, eventId), await mine(alex)]).toEqual([1, []]);
  expect((await register(sam, eventId, 'Alex')).statusCode).toBe(201);
  expect(await seats(app, eventId)).toBe(2);
});

it('cancelling frees the seat of a checked-in place', async () => {
  const app = shared();
  const [owner, admin, eventId] = [app.browser(), await app.admin(), await app.event()];
  const { id } = (await register(owner, eventId)).json<Rsvp>();
  expect((await admin.send(`PUT /api/rsvps/${id}/check-in`)).statusCode).toBe(200);
  expect((await owner.send(`DELETE /api/rsvps/${id}`)).statusCode).toBe(204);
  expect(await seats(app, eventId)).toBe(0);
});

it('cancelling is for the device that took the place and for organisers, once', async () => {
  const app = await testApp();
  const [owner, other, stranger] = [app.browser(), app.browser(), app.browser()];
  const eventId = await app.event();
  const { id } = (await register(owner, eventId)).json<Rsvp>();
  await register(other, eventId, 'Robin');
  const before = await everyRow(app.context.db);
  expect(seen(await stranger.send(`DELETE /api/rsvps/${id}`))).toEqual(
    refusal(
      401,
      'NO_VISITOR',
      'This device holds nothing here. If you took a place on another one, use that, or ask event staff.',
    ),
  );
  expect(seen(await other.send(`DELETE /api/rsvps/${id}`))).toEqual(
    refusal(403, 'NOT_YOURS', 'This place belongs to another phone. Cancel it there, or ask event staff.'),
  );
  expect(await everyRow(app.context.db)).toEqual(before);
  const admin = await app.admin();
  expect((await admin.send(`DELETE /api/rsvps/${id}`)).statusCode).toBe(204);
  expect((await admin.send('GET /api/admin/audit')).json()).toMatchObject([
    {
      ...{ action: 'place removed', subject: 'Alex at Catan Open', eventId, after: null },
      before: { playerName: 'Alex', event: 'Catan Open', checkedIn: false },
    },
  ]);
  for (const browser of [owner, admin]) {
    expect(seen(await browser.send(`DELETE /api/rsvps/${id}`))).toEqual(
      refusal(404, 'NOT_FOUND', 'This place was already cancelled.'),
    );
  }
  expect(await seats(app, eventId)).toBe(1);
  const told = await owner.send('GET /api/notices/my');
  expect(told.json()).toMatchObject([{ kind: 'removed', eventId }]);
  const again = (await register(owner, eventId)).json<Rsvp>();
  await owner.send(`DELETE /api/rsvps/${again.id}`);
  expect((await owner.send('GET /api/notices/my')).json()).toHaveLength(1);
});

it('cancelling is recorded for an organiser who removes a walk-in, and not for one who gives up their own place', async () => {
  const app = await testApp();
  const [admin, eventId] = [await app.admin(), await app.event()];
  const removals = async () =>
    (await admin.send('GET /api/admin/audit'))
      .json<{ action: string; subject: string; before: { checkedIn: boolean } }[]>()
      .flatMap(({ action, subject, before }) => (action === 'place removed' ? [[subject, before.checkedIn]] : []));
  const walkIn = (await admin.send(`POST /api/events/${eventId}/rsvps`, { playerName: 'Robin' })).json<Rsvp>();
  await admin.send(`DELETE /api/rsvps/${walkIn.id}`);
  expect(await removals()).toEqual([['Robin at Catan Open', true]]);
  const own = (await register(admin, eventId, 'Noor')).json<Rsvp>();
  await admin.send(`DELETE /api/rsvps/${own.id}`);
  expect(await removals()).toEqual([['Robin at Catan Open', true]]);
});

it('cancelling frees one seat when sent many times at once', async () => {
  const app = shared();
  const [owner, eventId] = [app.browser(), await app.event()];
  for (let round = 0; round < 3; round += 1) {
    const { id } = (await register(owner, eventId)).json<Rsvp>();
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.send(`DELETE /api/rsvps/${id}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(7).fill(404)]);
    expect(await seats(app, eventId)).toBe(0);
  }
});

it('an email is never in a public response', async () => {
  const app = shared();
  await register(app.browser(), await app.event(), 'Alex', { playerEmail: 'private@example.org' });
  const other = app.browser();
  await register(other, (await app.event()) ?? '', 'Robin');
  for (const { route } of app.endpoints.filter(({ route }) => route.startsWith('GET'))) {
    expect((await other.send(route)).body, route).not.toContain('private@example.org');
  }
});

const kinds = (field: string) => [null, 16, true, {}, ['x']].map((value) => [value, `${field} must be text.`] as const);
const BAD: Record<string, readonly (readonly [value: unknown, message: string])[]> = {
  eventId: [
    ...kinds('Event id'),
    ...['', 'a b', 'a\0b', '../x', 'x'.repeat(65), '\ud800'].map((value) => [value, 'Event id is not an id.'] as const),
    [undefined, 'Event id is missing.'],
  ],
  playerName: [
    ...kinds('Player name'),
    ...['', '  ', '\u200b', '\u3164'].map((value) => [value, 'Player name is missing.'] as const),
    ...['a\0b', '\ud83d', 'a\u202eb', 'a\u0007b'].map(
      (value) => [value, 'Player name holds characters that cannot be shown.'] as const,
    ),
    ['x'.repeat(61), 'Player name is longer than 60 characters.'],
    [undefined, 'Player name is missing.'],
  ],
  playerEmail: [
    ...kinds('Player email'),
    ...['', ' ', 'alex', 'alex@', '@example.org', 'a b@example.org', 'a@b', 'a@example.org\0', 'a@b.org, c@d.org'].map(
      (value) => [value, 'Player email is not an email address.'] as const,
    ),
    [`${'x'.repeat(60)}@${'long.'.repeat(40)}example.org`, 'Player email is longer than 254 characters.'],
  ],
};

it('a bad registration is refused, and nothing is written', async () => {
  const app = shared();
  const registration = aRegistration(await app.event());
  const before = await everyRow(app.context.db);
  for (const [field, bad] of Object.entries(BAD)) {
    for (const [value, message] of bad) {
      const answer = await app.browser().send('POST /api/rsvps', { ...registration, [field]: value });
      expect([value, seen(answer)]).toEqual([value, refusal(400, 'BAD_INPUT', message, field)]);
      expect(answer.cookies).toEqual([]);
    }
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});

const asked = (names: string, field = 'playerName', has = 'has an account') =>
  refusal(409, 'NAME_OF_ACCOUNT', `${names} ${has} on another phone. Is this you? Use your code there.`, field);

describe('a place under the name of an account', () => {
  const accounts = async (app: TestApp) => {
    const [rosa, bo] = [app.browser(), app.browser()];
    await rosa.send('POST /api/users', { name: 'Rosa Quint' });
    await bo.send('POST /api/users', { name: 'Bo' });
    return { rosa, friend: app.browser(), eventId: await app.event() };
  };

  it('of another phone asks first, writes nothing, and goes on for a friend', async () => {
    const app = shared();
    const { friend, eventId } = await accounts(app);
    const before = await everyRow(app.context.db);
    expect(seen(await register(friend, eventId, 'rósa-quint'))).toEqual(asked('rósa-quint'));
    const family = ['Gus', 'Rosa Quint', 'BO'];
    const together = { eventId, playerNames: family };
    expect(seen(await friend.send('POST /api/rsvps', together))).toEqual(
      asked('Rosa Quint and BO', 'playerNames.1', 'have accounts'),
    );
    expect(await everyRow(app.context.db)).toEqual(before);
    expect((await friend.send('POST /api/rsvps', { ...together, isFriend: true })).statusCode).toBe(201);
    expect((await mine(friend)).map(({ playerName }) => playerName).sort()).toEqual(family.toSorted());
    expect(seen(await friend.send('GET /api/users/my')).body).toEqual([]);
  });

  it('of this phone, or one that no phone made, does not ask, nor does a full event', async () => {
    const app = await testApp();
    const { rosa, friend, eventId } = await accounts(app);
    await (await app.admin()).send('POST /api/users', { name: 'Added' });
    expect((await register(rosa, eventId, 'Rosa Quint')).statusCode).toBe(201);
    expect((await register(friend, eventId, 'Added')).statusCode).toBe(201);
    const full = await app.event({ capacity: 2 });
    for (const name of ['Gus', 'Gus 2']) await register(app.browser(), full, name);
    expect(seen(await register(friend, full, 'Bo'))).toEqual(refusal(409, 'EVENT_FULL', 'This event is full.'));
    const waits = { eventId: full, playerName: 'Bo' };
    expect(seen(await friend.send('POST /api/waiting', waits))).toEqual(asked('Bo'));
    expect((await friend.send('POST /api/waiting', { ...waits, isFriend: true })).statusCode).toBe(201);
  });
});
