import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';

const shared = sharedApp();

type Given = { name: unknown; score: unknown };
const upload = (browser: Browser, updates: Given[], more = {}) =>
  browser.send('POST /api/users/bulk-scores', { updates, fileName: 'day 1.csv', fileType: 'csv', ...more });
const scoresIn = async (app: TestApp) =>
  Object.fromEntries(
    (await app.browser().send('GET /api/users'))
      .json<{ name: string; score: number }[]>()
      .map(({ name, score }) => [name, score]),
  );
const players = (count: number, score = 1): Given[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Player ${index}`, score }));

it('an upload of scores overwrites by name ignoring case, makes users of unknown names, and records who failed and why', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await app.browser().send('POST /api/users', { name: 'Alex' });
  const answer = await upload(admin, [
    { name: ' aLEX ', score: 12 },
    { name: '=SUM(A1)', score: -4 },
    { name: 'Bo', score: 1 },
    { name: 'BO', score: 2 },
    { name: 'x'.repeat(61), score: 2 },
    { name: 'Cy', score: 10_000_001 },
    { name: 'a\0b', score: 1 },
  ]);
  expect([seen(answer), answer.headers['x-touches']]).toEqual([
    { status: 200, body: { updated: 1, created: 1, failed: 5 } },
    'users,uploads,points',
  ]);
  expect(await scoresIn(app)).toEqual({ Alex: 12, '=SUM(A1)': -4 });
  const history = (await admin.send('GET /api/bulk-uploads')).json<Record<string, unknown>[]>();
  expect(history).toEqual([
    {
      id: expect.any(String),
      fileName: 'day 1.csv',
      fileType: 'csv',
      uploadedAt: app.clock.now().toISOString(),
      totalRecords: 7,
      successfulUpdates: 2,
      failedUpdates: 5,
      errorDetails: JSON.stringify([
        '“Bo” appears twice with different scores: 1 and 2.',
        `“${'x'.repeat(60)}…”: the name is longer than 60 characters.`,
        '“Cy”: 10,000,001 is more than 10,000,000.',
        '“a�b”: the name holds characters that cannot be shown.',
      ]),
      undoneAt: null,
    },
  ]);
  expect(await listEntries(app.context.db, {}, 1)).toMatchObject([
    {
      action: 'scores uploaded',
      subject: 'day 1.csv',
      after: { id: history[0]?.id, updated: 1, created: 1, failed: 5 },
    },
  ]);
});

it('an upload of scores lists in the history what the browser left out of the file, and counts it there', async () => {
  const app = shared();
  const admin = await app.admin();
  const leftOut = [
    { why: 'no score', count: 40, line: 3, text: 'Ana Sol' },
    { why: 'no name', count: 1, line: 9, text: ',5' },
  ];
  const answer = await upload(admin, [...players(2), { name: '', score: 1 }], { leftOut });
  expect(answer.json()).toEqual({ updated: 0, created: 2, failed: 1 });
  expect((await admin.send('GET /api/bulk-uploads')).json()).toMatchObject([
    {
      totalRecords: 44,
      successfulUpdates: 2,
      failedUpdates: 42,
      errorDetails: JSON.stringify([
        '40 lines were left out: no score (the first is line 3, “Ana Sol”).',
        'Line 9 was left out: no name (“,5”).',
        '“”: the name is missing.',
      ]),
    },
  ]);
});

it('an upload of scores counts every row, and makes a repeated name once', async () => {
  const app = await testApp();
  const answer = await upload(await app.admin(), [
    { name: 'Alex', score: 3 },
    { name: 'alex', score: 3 },
  ]);
  expect([answer.json(), await scoresIn(app)]).toEqual([{ updated: 1, created: 1, failed: 0 }, { Alex: 3 }]);
});

it('an upload of scores of 5,000 rows is accepted, and again', async () => {
  const app = await testApp();
  const admin = await app.admin();
  expect((await upload(admin, players(5000))).json()).toEqual({ updated: 0, created: 5000, failed: 0 });
  expect((await upload(admin, players(5000, 7))).json()).toEqual({ updated: 5000, created: 0, failed: 0 });
  expect(new Set(Object.values(await scoresIn(app)))).toEqual(new Set([7]));
  expect(Object.keys(await scoresIn(app))).toHaveLength(5000);
});

it('an upload of scores is all or nothing: when the last statement fails, no score is written', async () => {
  const app = shared();
  const admin = await app.admin();
  await upload(admin, players(3));
  await app.context.db.schema.dropTable('bulk_uploads').execute();
  const before = await everyRow(app.context.db);
  expect((await upload(admin, players(1200, 9))).statusCode).toBe(500);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('an upload of scores: concurrent with another ends with the scores of one of them for every name', async () => {
  const app = await testApp();
  const organisers = [await app.admin(), await app.admin()] as const;
  for (let round = 1; round <= 5; round += 1) {
    const [one, other] = await Promise.all([
      upload(organisers[0], players(1200, round)),
      upload(organisers[1], players(1200, -round).reverse()),
    ]);
    const answers = [one.json<{ created: number }>(), other.json<{ created: number }>()];
    expect([one.statusCode, other.statusCode]).toEqual([200, 200]);
    expect(answers.map(({ created }) => created).sort()).toEqual(round === 1 ? [0, 1200] : [0, 0]);
    const scores = Object.values(await scoresIn(app));
    expect([scores.length, new Set(scores).size]).toEqual([1200, 1]);
  }
  expect((await everyRow(app.context.db)).bulk_uploads).toHaveLength(10);
});

it('an upload of scores lists the newest first', async () => {
  const app = await testApp();
  const admin = await app.admin();
  for (const fileName of ['first.csv', 'second.csv', 'third.csv']) {
    await upload(admin, players(1), { fileName });
    app.clock.pass(1000);
  }
  const names = (await admin.send('GET /api/bulk-uploads')).json<{ fileName: string }[]>();
  expect(names.map(({ fileName }) => fileName)).toEqual(['third.csv', 'second.csv', 'first.csv']);
});

it.each([
  ['without a session, however long', (app: TestApp) => app.browser(), players(5000), 401, 'LOCKED'],
  ['with a bad row', (app: TestApp) => app.admin(), [{ name: 'Alex', score: '5' }], 400, 'BAD_INPUT'],
])('an upload is refused and nothing is written: %s', async (_, by, updates, status, code) => {
  const app = shared();
  const browser = await by(app);
  const before = await everyRow(app.context.db);
  expect(seen(await upload(browser, updates))).toMatchObject({ status, body: { code } });
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('an upload is refused and nothing is written: over 2 MiB', async () => {
  const app = shared();
  const answer = await upload(await app.admin(), players(100_000));
  expect(seen(answer)).toEqual({
    status: 413,
    body: { code: 'TOO_LARGE', message: 'That is larger than the server accepts here.' },
  });
});

it('one score by two organisers returns 409 with the present score to the one who saw another, and writes nothing', async () => {
  const app = await testApp();
  const [ada, ben] = [await app.admin(), await app.admin()];
  const { id } = (await ada.send('POST /api/users', { name: 'Alex' })).json<{ id: string }>();
  const set = (admin: Browser, score: number, expectedRevision?: number) =>
    admin.send(`PATCH /api/users/${id}/score`, { score, expectedRevision });
  const both = await Promise.all([set(ada, 5, 1), set(ben, 10, 1)]);
  const refused = both.find(({ statusCode }) => statusCode === 409)?.json();
  const saved = both.find(({ statusCode }) => statusCode === 200)?.json<{ score: number }>().score;
  expect([5, 10]).toContain(saved);
  expect(refused).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    message: expect.stringContaining(`has ${saved} now`),
  });
  expect(await scoresIn(app)).toEqual({ Alex: saved });
  expect((await set(ada, saved ?? 0, 1)).statusCode).toBe(200);
  expect((await set(ben, 15, 2)).json()).toMatchObject({ score: 15 });
  expect((await set(ada, 7)).json()).toMatchObject({ score: 7 });
});

it('one score is set, and refused without a whole number', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/users', { name: 'Alex' })).json<{ id: string }>();
  const set = async (score: number) => seen(await admin.send(`PATCH /api/users/${id}/score`, { score }));
  expect(await set(-1)).toEqual({ status: 200, body: { id, name: 'Alex', score: -1, revision: 2 } });
  const before = await everyRow(app.context.db);
  expect(await set(1.5)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field: 'score' } });
  expect(await everyRow(app.context.db)).toEqual(before);
});
