import { expect, it } from 'vitest';
import { type Browser, seen, sharedApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { userProblems } from './duties.ts';

const shared = sharedApp();

const create = (browser: Browser, name: unknown, more = {}) => browser.send('POST /api/users', { name, ...more });
const taken = (name: string) => ({
  status: 409,
  body: { code: 'NAME_TAKEN', message: `Someone is already called ${name}. Add an initial.`, field: 'name' },
});
const tooMany = {
  status: 409,
  body: {
    code: 'TOO_MANY_HERE',
    message: 'You already have 6 accounts, which is the most. Ask an organiser to add another.',
  },
};

it('accounts are only a name, listed at once, best score first', async () => {
  const app = shared();
  const answer = await create(app.browser(), ' Alex  R. ', { score: 99, id: 'mine', visitorId: 'a spy' });
  const alex = { id: expect.not.stringMatching(/^mine$/), name: 'Alex R.', score: 0, revision: 1 };
  expect(seen(answer)).toEqual({ status: 201, body: alex });
  await create(app.browser(), 'bo');
  await create(app.browser(), 'Zoë');
  await app.context.db.updateTable('users').set({ shown_score: 7 }).where('name', '=', 'Zoë').execute();
  await app.context.db.updateTable('users').set({ shown_score: -7 }).where('name', '=', 'Alex R.').execute();
  const list = await app.browser().send('GET /api/users');
  // Writes through the app invalidate the cache, the two above do not.
  expect(list.json<{ name: string }[]>().map(({ name }) => name)).toEqual(['Zoë', 'bo', 'Alex R.']);
  expect(JSON.stringify(await everyRow(app.context.db))).not.toContain('a spy');
});

it('accounts may have any two Cyrillic names, and one that looks like a Latin one', async () => {
  const app = shared();
  for (const name of ['Tom', 'Том', 'Анна', 'Anna', 'Ана', 'Иван', 'Anna Иванова', 'Anna Иванов']) {
    expect([name, (await create(app.browser(), name)).statusCode]).toEqual([name, 201]);
  }
});

it('accounts are refused when the name is taken, however it is written', async () => {
  const app = shared();
  await create(app.browser(), 'Alex');
  const before = await everyRow(app.context.db);
  for (const name of ['aLEX', ' A\u00adl\u200bex\t', 'A-l.ex', 'Álex', '“A l e x”'])
    expect(seen(await create(app.browser(), name))).toEqual(taken('Alex'));
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('accounts are at most six on one device, also with concurrent requests', async () => {
  const app = shared();
  const family = app.browser();
  await create(family, 'Person 0');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, person) => create(family, `Person ${person + 1}`)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
  const before = await everyRow(app.context.db);
  expect(seen(await create(family, 'One more'))).toEqual(tooMany);
  expect(await everyRow(app.context.db)).toEqual(before);
  expect((await create(app.browser(), 'One more')).statusCode).toBe(201);
});

it('accounts whose names differ only in accents, spaces and punctuation are one, also requested concurrently', async () => {
  const app = shared();
  for (let round = 0; round < 5; round += 1) {
    const spellings = ['Rosa Quint', 'rosa-quint', 'Rosa Quint.', 'Rósa Quint', 'RosaQuint'];
    const answers = await Promise.all(
      spellings.map((spelling) => create(app.browser(), spelling.replace('t', `t${'x'.repeat(round)}`))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
  }
  expect(await userProblems(app.context.db)).toEqual([]);
});

it('accounts of one name requested concurrently are one', async () => {
  const app = await testApp();
  for (let round = 0; round < 5; round += 1) {
    const name = `Alex ${round}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(app.browser(), name)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 201)) {
      expect(seen(answer)).toEqual(taken(name));
    }
  }
  const { users, visitors } = await everyRow(app.context.db);
  expect([users?.length, visitors?.length]).toEqual([5, 5]);
});

it('accounts: added by an organiser belong to no device and are not counted', async () => {
  const app = await testApp();
  const admin = await app.admin();
  for (let person = 1; person <= 8; person += 1) {
    expect((await create(admin, `Person ${person}`)).statusCode).toBe(201);
  }
  const { users, visitors } = await everyRow(app.context.db);
  expect(users?.map((row) => JSON.parse(row).visitor_id)).toEqual(Array(8).fill(null));
  expect(visitors).toEqual([]);
  expect(seen(await create(admin, 'person 1'))).toEqual(taken('Person 1'));
});

it('accounts of an organiser are refused once the admin session has ended, not added to that device', async () => {
  const app = await testApp();
  const send = (who: Browser) => create(who, 'Alex', { asOrganiser: true });
  expect(seen(await send(app.browser()))).toEqual({
    status: 401,
    body: { code: 'LOCKED', message: 'Unlock admin mode first.' },
  });
  expect((await everyRow(app.context.db)).users).toEqual([]);
  expect((await send(await app.admin())).statusCode).toBe(201);
});

it('a bad name is refused, and nothing is written', async () => {
  const app = shared();
  const before = await everyRow(app.context.db);
  for (const [name, message] of [
    [undefined, 'Name is missing.'],
    [['Alex'], 'Name must be text.'],
    ['a\u202eb', 'Name holds characters that cannot be shown.'],
    ['\u0410lex', 'Name mixes letters of two alphabets in one word.'],
  ]) {
    const answer = await create(app.browser(), name);
    expect(seen(answer)).toEqual({ status: 400, body: { code: 'BAD_INPUT', message, field: 'name' } });
    expect(answer.cookies).toEqual([]);
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('the organisers’ list has the score and the shown one, which everybody else and a repeated registration get', async () => {
  const app = await testApp();
  const phone = app.browser();
  const key = { 'idempotency-key': 'f7a8a0a5-5d4e-4a0b-9a55-1d2c3b4a5f61' };
  const { id } = (await phone.send('POST /api/users', { name: 'Alex' }, key)).json();
  const hidden = { score: 12, revision: 3, shown_score: 5, shown_revision: 2, seen_at: '2025-11-14T17:00:00.000Z' };
  await app.context.db.updateTable('users').set(hidden).execute();
  const answer = await (await app.admin()).send('GET /api/admin/users');
  const alex = { id, name: 'Alex', score: 12, revision: 3, shownScore: 5, seenAt: hidden.seen_at, group: null };
  expect(seen(answer)).toEqual({ status: 200, body: [alex] });
  expect((await (await app.admin()).send('GET /api/admin/exports/users.csv')).body).toContain('Alex,12');
  const shown = { id, name: 'Alex', score: 5, revision: 2 };
  expect(seen(await phone.send('POST /api/users', { name: 'Alex' }, key))).toEqual({ status: 201, body: shown });
});
