import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { organisedApp, type TestApp, testApp } from '#testing/app.ts';
import { testFestival } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import { aFestivalFile } from '#testing/factories.ts';
import type { EditedFacts, FactsDesk, Festival } from './contract.ts';
import { editablePart, festivalProblems } from './rules/facts.ts';

const READ = 'GET /api/admin/festival';
const SAVE = 'PUT /api/admin/festival';
const DROP = 'POST /api/admin/festival/use-file';
const UNDO = 'POST /api/admin/festival/undo';
const ofFile = editablePart(testFestival());
const edited = (said: Partial<EditedFacts> = {}): EditedFacts => ({ ...ofFile, name: 'Winter Games', ...said });
const shown = async (app: TestApp) => (await app.browser().send('GET /api/festival')).json<Festival>();
const actions = async ({ context }: TestApp) =>
  (await context.db.selectFrom('audit_entries').select('action').orderBy('id').execute()).map(({ action }) => action);

it('the facts of the festival are those of the file until an organiser edits them, and again after that is dropped', async () => {
  const { app, admin } = await organisedApp();
  const { lastDay: fileLastDay } = ofFile;
  const unedited = { facts: ofFile, revision: 0, isEdited: false, undoUntil: null, fileLastDay };
  expect((await admin.send(READ)).json()).toEqual(unedited);
  const facts = edited({ lastDay: '2025-11-17' });
  const saved = await admin.send(SAVE, { facts, expectedRevision: 0 });
  expect(saved.headers['x-touches']).toContain('festival');
  const { undoUntil, ...rest } = saved.json<FactsDesk>();
  expect(rest).toEqual({ facts, revision: 1, isEdited: true, fileLastDay });
  expect(undoUntil).toBe(new Date(app.clock.now().getTime() + 60_000).toISOString());
  expect(await shown(app)).toEqual({ ...testFestival(), name: 'Winter Games', lastDay: '2025-11-17' });
  expect((await admin.send('GET /calendar.ics')).body).toContain('Winter Games');
  expect((await admin.send('GET /api/openapi.json')).json().info.title).toBe('Winter Games on Boardwalk');
  expect((await admin.send('GET /api/admin/exports/festival.json')).json().festival).toBe('Winter Games');
  expect((await admin.send(DROP, { expectedRevision: 1 })).json()).toMatchObject({ revision: 2, isEdited: false });
  expect(await shown(app)).toEqual(testFestival());
  const { db } = app.context;
  const entries = await db.selectFrom('audit_entries').select(['action', 'before', 'after']).orderBy('id').execute();
  expect(
    entries.map(({ action, before, after }) => [action, JSON.parse(before ?? ''), JSON.parse(after ?? '')]),
  ).toEqual([
    ['festival edited', { name: ofFile.name, lastDay: fileLastDay }, { name: 'Winter Games', lastDay: '2025-11-17' }],
    [
      'festival file used again',
      { name: 'Winter Games', lastDay: '2025-11-17' },
      { name: ofFile.name, lastDay: fileLastDay },
    ],
  ]);
});

it('the facts of the festival can be undone for a minute, once, after an edit and after dropping it', async () => {
  const { app, admin } = await organisedApp();
  await admin.send(SAVE, { facts: edited() });
  await admin.send(SAVE, { facts: edited({ name: 'Spring Games' }) });
  expect((await admin.send(UNDO, {})).json()).toMatchObject({ facts: edited(), revision: 3, undoUntil: null });
  expect((await admin.send(UNDO, {})).statusCode).toBe(404);
  await admin.send(DROP, {});
  expect((await shown(app)).name).toBe(ofFile.name);
  expect((await admin.send(UNDO, { expectedRevision: 4 })).json()).toMatchObject({ facts: edited(), isEdited: true });
  await admin.send(DROP, {});
  app.clock.pass(60_000);
  expect((await admin.send(UNDO, {})).statusCode).toBe(404);
  expect((await admin.send(READ)).json()).toMatchObject({ undoUntil: null, isEdited: false });
});

it('the facts of the festival keep the first of two edits that saw the same revision, also at the same moment', async () => {
  const { app, admin } = await organisedApp();
  for (let round = 0; round < 3; round += 1) {
    const { revision } = (await admin.send(READ)).json<FactsDesk>();
    const names = ['A', 'B', 'C'].map((name) => `${name} ${round}`);
    const answers = await Promise.all(
      names.map((name) => admin.send(SAVE, { facts: edited({ name }), expectedRevision: revision })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<FactsDesk>();
    expect(await shown(app)).toMatchObject({ name: winner?.facts.name });
    expect((await admin.send(READ)).json()).toMatchObject({ revision: revision + 1 });
  }
  expect((await actions(app)).length).toBe(3);
});

it('the facts of the festival write nothing when they are refused, or the same as before', async () => {
  const { app, admin } = await organisedApp();
  await admin.send(SAVE, { facts: edited() });
  const before = await everyRow(app.context.db);
  const [first] = ofFile.missions;
  const wrong: [object, string][] = [
    [{ name: '' }, 'facts.name'],
    [{ name: 'x'.repeat(61) }, 'facts.name'],
    [{ lastDay: '2025-02-30' }, 'facts.lastDay'],
    [{ lastDay: '2020-01-01' }, 'facts.lastDay'],
    [{ links: { ...ofFile.links, chatCommunity: 'javascript:alert(1)' } }, 'facts.links.chatCommunity'],
    [{ links: { ...ofFile.links, localSpots: 'https://a@b.example' } }, 'facts.links.localSpots'],
    [{ faq: { ...ofFile.faq, why: 'a\0b' } }, 'facts.faq.why'],
    [{ missions: [first, first] }, 'facts.missions[1].category'],
    [{ missions: Array(13).fill(first) }, 'facts.missions'],
    [{ timeZone: 'Mars/Base' }, 'facts'],
  ];
  for (const [said, field] of wrong) {
    const answer = await admin.send(SAVE, { facts: edited(said) });
    expect([said, answer.statusCode, answer.json().field]).toEqual([said, 400, field]);
  }
  expect((await admin.send(SAVE, { facts: edited() })).json()).toMatchObject({ revision: 1 });
  const stale = await admin.send(SAVE, { facts: edited({ place: 'Pier 7' }), expectedRevision: 0 });
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('the facts of the festival accept again what the server has, for an organiser whose first answer was lost', async () => {
  const { app, admin } = await organisedApp();
  const sends: [string, object, object][] = [
    [SAVE, { facts: edited(), expectedRevision: 0 }, { facts: edited(), revision: 1, isEdited: true }],
    [DROP, { expectedRevision: 1 }, { facts: ofFile, revision: 2, isEdited: false }],
  ];
  const undo: (typeof sends)[number] = [
    UNDO,
    { expectedRevision: 2 },
    { facts: edited(), revision: 3, isEdited: true },
  ];
  for (const [call, body, present] of [...sends, undo]) {
    await admin.send(call, body);
    const before = await everyRow(app.context.db);
    const again = await admin.send(call, body);
    expect([again.statusCode, again.json()]).toMatchObject([200, present]);
    expect(await everyRow(app.context.db)).toEqual(before);
  }
});

it('the facts of the festival may be as large as their limits, and come back from a festival’s file', async () => {
  const { app, admin } = await organisedApp();
  const longest = (most: number, index: number) => `${'日'.repeat(most - 4)}${index + 1000}`;
  const { faq } = ofFile;
  const facts = edited({
    faq: Object.fromEntries(Object.keys(faq).map((key) => [key, longest(2000, 0)])) as typeof faq,
    missions: Array.from({ length: 12 }, (_, category) => ({
      category: longest(60, category),
      missions: Array.from({ length: 30 }, (__, mission) => ({
        task: longest(300, mission),
        points: longest(40, 0),
        id: `mission-${category}-${mission}`,
        limit: 1,
      })),
    })),
  });
  expect((await admin.send(SAVE, { facts })).statusCode).toBe(200);
  expect(await shown(app)).toEqual({ ...testFestival(), ...facts });
  const list = await admin.send('GET /api/admin/audit');
  expect(list.body.length).toBeLessThan(10_000);
  const [entry] = list.json<{ after: { faq: typeof faq; missions: string[] } }[]>();
  expect(entry?.after.faq.why).toBe(`${facts.faq.why.slice(0, 200)}…`);
  expect(entry?.after.missions).toHaveLength(12);
  const file = (await admin.send('GET /api/admin/exports/festival.json')).json();
  expect(file.facts).toEqual([facts]);
  const fresh = await testApp();
  const other = await fresh.admin();
  const imported = await other.send('POST /api/admin/imports/festival', { ...file, audit: [] });
  expect(imported.statusCode).toBe(201);
  expect(await shown(fresh)).toEqual({ ...testFestival(), ...facts });
  const twice = aFestivalFile({ facts: [{ ...facts, lastDay: '2020-01-01' }] });
  expect((await (await (await testApp()).admin()).send('POST /api/admin/imports/festival', twice)).statusCode).toBe(
    400,
  );
});

it('are exported as a festival.json that the program accepts, with what only the file has', async () => {
  const file = JSON.parse(readFileSync('festival.json', 'utf8'));
  const read = festivalProblems({
    ...file,
    badgeWord: 'Kraken',
    checkIn: { opensMinutesBefore: 5, closesMinutesAfter: 5 },
  });
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  const app = await testApp('sqlite', read);
  const admin = await app.admin();
  await admin.send(SAVE, { facts: edited() });
  const answer = await admin.send('GET /api/admin/exports/facts.json');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="festival.json"');
  expect(festivalProblems(JSON.parse(answer.body))).toEqual({
    festival: { ...read.festival, ...edited() },
    badgeWord: 'Kraken',
  });
});
