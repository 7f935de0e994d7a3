/**
 * Responses of the newest program on databases of earlier versions (testing/earlier-schemas.ts). Long, because every
 * response is given in full.
 */
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#database/migrate.ts';
import { HASH_COST } from '#features/access/commands/unlock.ts';
import { findBoard } from '#features/announcements/store.ts';
import { backfillDecided } from '#features/brackets/commands/decided.ts';
import { findEvent } from '#features/events/store.ts';
import { type Browser, PASSWORD, seen, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { earlierDatabase, KNOWN } from '#testing/earlier-schemas.ts';
import { SOUNDNESS } from '../server/soundness.ts';

const alex = { id: 'r-alex', eventId: 'e-open', playerName: 'Alex', playerEmail: 'alex@example.org', checkedIn: false };

const bo = { id: 'w-bo', eventId: 'e-open', playerName: 'Bo', playerEmail: 'bo@example.org', rank: 1, revision: 1 };

const events = (drawn: boolean | 'decided', line: boolean, late: boolean) => [
  {
    id: 'e-past',
    title: 'Kart Night',
    eventType: 'video-game',
    description: 'Bring a wheel.',
    startTime: '2025-11-13T20:00:00.000Z',
    duration: 60,
    location: 'Arcade',
    host: 'Sam',
    capacity: 8,
    currentRegistrations: 0,
    waiting: 0,
    lateMinutes: 0,
    googleDocUrl: null,
    tournamentType: 'double-elimination',
    status: 'completed',
    gameType: 'video',
    bracketDrawn: false,
    bracketDecided: false,
    completedAt: null,
    editRevision: 1,
    revision: 1,
  },
  {
    id: 'e-cup',
    title: 'Catan Cup',
    eventType: 'board-game',
    description: 'Trade, build, betray.',
    startTime: '2025-11-14T15:00:00.000Z',
    duration: 120,
    location: 'Ballroom A',
    host: 'Priya',
    capacity: 4,
    currentRegistrations: 2,
    waiting: 0,
    lateMinutes: 0,
    googleDocUrl: 'https://example.org/rules',
    tournamentType: 'single-elimination',
    status: 'in-progress',
    gameType: 'board',
    bracketDrawn: drawn !== false,
    bracketDecided: drawn === 'decided',
    completedAt: null,
    editRevision: 1,
    revision: 1,
  },
  {
    id: 'e-open',
    title: 'Azul Open',
    eventType: 'card-game',
    description: 'Línea uno\nlínea dos',
    startTime: '2025-11-14T20:00:00.000Z',
    duration: 15,
    location: 'Ballroom B',
    host: 'Noor',
    capacity: 2,
    currentRegistrations: line ? 2 : 1,
    waiting: line ? 1 : 0,
    lateMinutes: late ? 25 : 0,
    googleDocUrl: null,
    tournamentType: null,
    status: 'upcoming',
    gameType: 'board',
    bracketDrawn: false,
    bracketDecided: false,
    completedAt: null,
    editRevision: 1,
    revision: 1,
  },
  {
    id: 'e-karaoke',
    title: 'Karaoke',
    eventType: 'course',
    description: '',
    startTime: '2025-11-15T04:30:00.000Z',
    duration: 1440,
    location: 'Lounge',
    host: 'Mo',
    capacity: 10_000,
    currentRegistrations: 0,
    waiting: 0,
    lateMinutes: 0,
    googleDocUrl: null,
    tournamentType: null,
    status: 'upcoming',
    gameType: null,
    bracketDrawn: false,
    bracketDecided: false,
    completedAt: null,
    editRevision: 1,
    revision: 1,
  },
];

const programme = (version: number) => {
  const [past, ...others] = events(version >= 23 ? 'decided' : version >= 4, version >= 15, version >= 20);
  const completed = {
    ...{ ...past, id: 'e-completed', title: 'Completed', eventType: 'course', gameType: null, description: '' },
    ...{ tournamentType: null, completedAt: '2025-11-14T16:59:30.000Z' },
  };
  return version >= 18 ? [completed, past, ...others] : [past, ...others];
};

const users = [
  { id: 'u-most', name: 'Most', score: 10_000_000, revision: 1 },
  { id: 'u-alex', name: 'Alex', score: 120, revision: 1 },
  { id: 'u-zoe', name: 'Zoë 🎲', score: -5, revision: 1 },
];

const atTheDoor = (checkedInBy: 'code' | null) => [
  {
    id: 'r-bo',
    eventId: 'e-cup',
    playerName: 'Bo',
    checkedIn: true,
    checkedInAt: '2025-11-14T14:50:00.000Z',
    checkedInBy,
    createdAt: '2025-11-12T10:00:00.000Z',
  },
  {
    id: 'r-zoe',
    eventId: 'e-cup',
    playerName: 'Zoë 🎲',
    checkedIn: true,
    checkedInAt: '2025-11-14T14:55:00.000Z',
    checkedInBy,
    createdAt: '2025-11-12T11:00:00.000Z',
  },
];

const games = [
  {
    id: 'g-azul',
    name: 'Azul',
    gameType: 'board-game',
    owner: 'Noor',
    playerCount: '2-4',
    playTime: 45,
    description: 'Tiles, and none to spare.',
    available: true,
  },
  {
    id: 'g-kart',
    name: 'Kart',
    gameType: 'video-game',
    owner: 'Sam',
    playerCount: null,
    playTime: null,
    description: null,
    available: false,
  },
];

const oldAudit = [
  {
    id: 'a-2',
    at: '2025-11-13T09:05:00.000Z',
    session: 'long-ago',
    action: 'user deleted',
    subject: 'Kim',
    eventId: null,
    before: { name: 'Kim', score: 7 },
    after: null,
  },
  {
    id: 'a-1',
    at: '2025-11-13T09:00:00.000Z',
    session: 'long-ago',
    action: 'event created',
    subject: 'Karaoke',
    eventId: null,
    before: null,
    after: { title: 'Karaoke' },
  },
];

const newAudit = {
  id: 'a-3',
  at: '2025-11-13T09:10:00.000Z',
  session: 'long-ago',
  action: 'walk-in added',
  subject: 'Bo',
  eventId: 'e-cup',
  before: null,
  after: { id: 'r-bo', playerName: 'Bo' },
};
const audit = (version: number) => [...(version >= 13 ? [newAudit] : []), ...(version >= 3 ? oldAudit : [])];

const upload = {
  id: 'b-1',
  fileName: 'friday.csv',
  fileType: 'csv',
  uploadedAt: '2025-11-14T10:00:00.000Z',
  totalRecords: 3,
  successfulUpdates: 2,
  failedUpdates: 1,
  errorDetails: '["Kim: two different scores, 3 and 4."]',
};

const final = {
  id: 'e-cup_W1-1',
  eventId: 'e-cup',
  bracket: 'winners',
  round: 1,
  position: 1,
  label: 'Final',
  player1: { id: 'r-bo', name: 'Bo', seed: 1 },
  player2: { id: 'r-zoe', name: 'Zoë 🎲', seed: 2 },
  player1Score: 1,
  player2Score: 3,
  winner: 2,
  status: 'done',
  nextMatchId: null,
  nextLoserMatchId: null,
  reason: 'score',
  readySince: null,
  revision: 4,
};

const leaderboard = [
  { id: 'e-cup_2', playerName: 'Zoë 🎲', rank: 1, wins: 1, losses: 0, points: 3, revision: 4 },
  { id: 'e-cup_1', playerName: 'Bo', rank: 2, wins: 0, losses: 1, points: 0, revision: 4 },
];

const bySession = {
  id: 's-organiser-one',
  createdAt: '2025-11-14T15:00:00.000Z',
  lastSeenAt: '2025-11-14T16:59:30.000Z',
  openedBy: 'password',
  short: 'iser-one',
  current: true,
};

const byLink = {
  id: 's-by-link',
  createdAt: '2025-11-14T16:00:00.000Z',
  lastSeenAt: '2025-11-14T16:10:00.000Z',
  openedBy: 'link',
  short: '-by-link',
  current: false,
};

const guesses = {
  count: 6,
  guessers: 1,
  list: [{ from: 'address', address: '203.0.113.7', count: 6, lastAt: '2025-11-14T16:30:00.000Z' }],
};
const noGuesses = { count: 0, guessers: 0, list: [] };

/** Each request, and its response when the database came from this version. */
const ASKED: readonly [who: 'phone' | 'organiser', call: string, answer: (version: number) => unknown][] = [
  ['phone', 'GET /api/events', programme],
  ['phone', 'GET /api/users', () => users],
  ['phone', 'GET /api/rsvps/my', () => [alex]],
  ['phone', 'GET /api/waiting/my', (version) => (version >= 15 ? [bo] : [])],
  ['phone', 'GET /api/inventory', (version) => (version >= 2 ? games : [])],
  ['phone', 'GET /api/inventory/mine', (version) => (version >= 2 ? ['g-azul'] : [])],
  ['phone', 'GET /api/matches/e-cup', (version) => (version >= 4 ? [final] : [])],
  ['phone', 'GET /api/leaderboard/e-cup', (version) => (version >= 4 ? leaderboard : [])],
  ['phone', 'GET /api/admin/sample', () => ({ sample: true })],
  ['organiser', 'GET /api/admin/session', () => ({ admin: true })],
  ['organiser', 'GET /api/admin/sessions', (version) => (version >= 5 ? [bySession, byLink] : [bySession])],
  ['organiser', 'GET /api/admin/wrong-guesses', (version) => (version >= 5 ? guesses : noGuesses)],
  ['organiser', 'GET /api/events/e-cup/rsvps', (version) => atTheDoor(version >= 7 ? 'code' : null)],
  ['organiser', 'GET /api/bulk-uploads', (version) => (version >= 3 ? [upload] : [])],
  ['organiser', 'GET /api/admin/audit', audit],
];

const holding = (browser: Browser, cookie: string, value: string): Browser => {
  browser.cookies.set(cookie, value);
  return browser;
};

describe.each(DIALECTS)('from every version, on %s', (dialect) => {
  it('everybody finds their own data', async () => {
    const { url, fill } = await earlierDatabase(dialect);
    for (let version = 1; version <= MIGRATIONS.length; version += 1) {
      await fill(version);
      const app = await testApp(dialect, { url, hashCost: HASH_COST });
      const people = {
        phone: holding(app.browser(), 'fest_id', KNOWN.phone),
        organiser: holding(app.browser(), 'fest_admin', KNOWN.organiser),
      };
      for (const [who, call, answer] of ASKED) {
        const expected = { status: 200, body: answer(version) };
        expect(seen(await people[who].send(call)), `${call} of version ${version}`).toEqual(expected);
      }
      await backfillDecided(app.context);
      const cup = await findEvent(app.context.db, 'e-cup');
      expect([cup?.bracketDecided, await SOUNDNESS.problems(app.context.db)]).toEqual([version >= 4, []]);
      const codes = (await people.organiser.send('GET /api/admin/exports/festival.json'))
        .json<{ events: { id: string; codeGeneration: number }[] }>()
        .events.map(({ id, codeGeneration }) => [id, codeGeneration]);
      expect(codes).toContainEqual(['e-open', version >= 2 ? 3 : 1]);
      expect((await findBoard(app.context.db, KNOWN.channel))?.list ?? '').toContain(version >= 2 ? 'Doors at' : '');

      const lostItsAnswer = app.browser();
      const again = await lostItsAnswer.send('POST /api/rsvps', KNOWN.registered, { 'idempotency-key': KNOWN.key });
      expect([seen(again), lostItsAnswer.cookies.get('fest_id')]).toEqual([{ status: 201, body: alex }, KNOWN.phone]);
      const unlocked = await app.browser().send('POST /api/admin/verify', { password: PASSWORD });
      expect(unlocked.json()).toEqual({ valid: true });
      await app.stop();
    }
  }, 60_000);
});
