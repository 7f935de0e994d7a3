/**
 * The same requests in the same order get identical responses on SQLite and PostgreSQL: first what people do at a
 * festival, then every endpoint, by a visitor and by an organiser. Clock, ids and secret are fixed, so only cookies
 * differ.
 */
import { expect, it } from 'vitest';
import { connect } from '#database/connect.ts';
import { takeMeta } from '#database/meta.ts';
import type { DialectName } from '#database/portable.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { PUSH_KEYS } from '#features/news/push/commands.ts';
import type { Endpoint } from '#platform/contract.ts';
import { type Browser, type TestApp, testApp } from '#testing/app.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { freshUrl } from '#testing/database.ts';
import { aFestivalFile, anEvent, aProgramme } from '#testing/factories.ts';
import { exampleOf, shapeOf } from '#testing/shapes.ts';

/** The part of a response that must not depend on the database. */
type Line = { who: string; call: string; status: number; body: unknown; headers: Record<string, unknown> };

const KEPT_HEADERS = ['content-type', 'x-touches', 'retry-after', 'cache-control', 'x-data-age', 'content-disposition'];

type People = Record<'stranger' | 'Ada' | 'Bo' | 'organiser', Browser>;
type Recorder = {
  readonly lines: Line[];
  say<T = { id: string }>(
    who: keyof People,
    call: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>;
};

/** The app with fixed clock, ids and secret, and an organiser. */
async function sameApp(dialect: DialectName): Promise<{ app: TestApp; organiser: Browser }> {
  const url = await freshUrl(dialect);
  const { db, close } = await connect(url, () => {});
  await takeMeta(db, 'secret', 'the same on both');
  await takeMeta(db, PUSH_KEYS, JSON.stringify({ publicKey: 'the same', privateKey: 'too' }));
  await close();
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `00000000-0000-7000-8000-${String(ids).padStart(12, '0')}`;
  };
  const app = await testApp(dialect, { url, newId });
  // Instances on PostgreSQL have used one id already.
  ids = 100;
  return { app, organiser: await app.admin() };
}

/** Codes that people type are random on purpose, and System describes the process, which differs. */
function withoutChance(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutChance);
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('instance' in answer && 'openFiles' in answer) return Object.keys(answer);
  // A refusal has a code and a message.
  if (!('code' in answer) || 'message' in answer) return answer;
  const code = { ...answer, code: typeof answer.code };
  for (const name of ['address', 'token'] as const) if (name in answer) Object.assign(code, { [name]: 'random' });
  return code;
}

function recorder(app: TestApp, people: People): Recorder {
  const lines: Line[] = [];
  return {
    lines,
    async say(who, call, body, headers) {
      app.clock.pass(1000);
      let response = await people[who].send(call, body, headers);
      // 503 depends on the machine's load, so retry.
      while (response.statusCode === 503 && response.body.includes('Very many people')) {
        response = await people[who].send(call, body, headers);
      }
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const kept = KEPT_HEADERS.map((name) => [name, response.headers[name]]);
      const cookies = response.cookies.map(({ name, maxAge }) => `${name} ${maxAge}`);
      const answer = isJson && response.body !== '' ? response.json() : response.body;
      const seen = { ...Object.fromEntries(kept), cookies };
      lines.push({ who, call, status: response.statusCode, body: withoutChance(answer), headers: seen });
      return answer;
    },
  };
}

const KEY = '11111111-1111-4111-8111-111111111111';
/** Names whose order and equality databases treat differently. */
const NAMES = ['Zoë', 'zed', 'Ada', 'adam', 'Émile', 'Ａda', 'ß', 'SS', '李雷', '😀 Jo', 'a b', 'a-b', 'ab', '10', '9'];

async function people({ say }: Recorder): Promise<void> {
  for (const [index, name] of NAMES.entries()) {
    await say(index % 2 === 0 ? 'Ada' : 'Bo', 'POST /api/users', { name });
    await say('organiser', 'POST /api/users', { name: `${name} 2` });
  }
  const [first] = await say<{ id: string }[]>('stranger', 'GET /api/users');
  await say('organiser', `PATCH /api/users/${first?.id}`, { name: 'zed 2' });
  await say('organiser', `PATCH /api/users/${first?.id}`, { name: 'Renamed' });
  await say('organiser', `PATCH /api/users/${first?.id}/score`, { score: 7 });
  await say('organiser', `PATCH /api/users/${first?.id}/score`, { score: 10_000_001 });
  const updates = NAMES.map((name, index) => ({ name, score: index % 4 }));
  await say('organiser', 'POST /api/users/bulk-scores', {
    ...{ updates: [...updates, { name: '', score: 1 }, { name: 'Ada', score: 9 }], fileName: 'a.csv', fileType: 'csv' },
  });
  await say('organiser', 'GET /api/bulk-uploads');
  await say('organiser', `DELETE /api/users/${first?.id}`);
  await say('organiser', `DELETE /api/users/${first?.id}`);
  await say('stranger', 'GET /api/users');
}

async function places({ say }: Recorder): Promise<void> {
  const small = await say('organiser', 'POST /api/events', anEvent({ capacity: 2, title: 'Small' }));
  const { id } = await say('organiser', 'POST /api/events', anEvent({ capacity: 40, title: 'Zulu' }));
  await say('organiser', 'POST /api/events', anEvent({ title: 'alpha', googleDocUrl: 'https://example.org/a' }));
  await say('organiser', 'POST /api/events', anEvent({ capacity: 1 }));
  for (const [index, playerName] of NAMES.entries()) {
    await say(index < 5 ? 'Ada' : 'Bo', 'POST /api/rsvps', { eventId: id, playerName, playerEmail: 'a@example.org' });
    await say('Bo', 'POST /api/rsvps', { eventId: small.id, playerName });
  }
  const again = { eventId: id, playerName: 'Once' };
  for (const body of [again, again, { ...again, playerName: 'Twice' }]) {
    await say('Ada', 'POST /api/rsvps', body, { 'idempotency-key': KEY });
  }
  const [mine] = await say<{ id: string }[]>('Ada', 'GET /api/rsvps/my');
  await say('Bo', `DELETE /api/rsvps/${mine?.id}`);
  await say('Ada', `DELETE /api/rsvps/${mine?.id}`);
  await say('Ada', `DELETE /api/rsvps/${mine?.id}`);
  const held = await say<{ id: string }[]>('organiser', `GET /api/events/${id}/rsvps`);
  await say('organiser', `PUT /api/rsvps/${held[0]?.id}/check-in`);
  await say('organiser', `DELETE /api/rsvps/${held[0]?.id}/check-in`);
  await say('organiser', `POST /api/events/${id}/rsvps`, { playerName: 'Walk-in' });
  await say('organiser', `PATCH /api/events/${id}`, { capacity: 3 });
  await say('organiser', `PATCH /api/events/${id}`, { capacity: 50, title: 'Ζulu' });
  await say('organiser', `GET /api/events/${id}/qr-code`);
  await say('organiser', `POST /api/events/${id}/qr-code`);
  await say('stranger', 'POST /api/check-in', { token: 'x', playerName: 'Ada' });
  for (const status of ['in-progress', 'upcoming', 'completed']) {
    await say('organiser', `PATCH /api/events/${id}/status`, { status });
  }
  await say('Bo', 'POST /api/rsvps', { eventId: id, playerName: 'Late' });
  await say('stranger', 'GET /api/events');
  await say('organiser', `DELETE /api/events/${small.id}`);
}

async function tournament({ say }: Recorder): Promise<void> {
  const tournamentType = 'double-elimination';
  const { id } = await say('organiser', 'POST /api/events', anEvent({ title: 'Cup', tournamentType }));
  const draw = () => say('organiser', `POST /api/events/${id}/generate-bracket`, { randomSeed: false });
  await draw();
  for (const playerName of NAMES.slice(0, 6)) await say('organiser', `POST /api/events/${id}/rsvps`, { playerName });
  await draw();
  await draw();
  for (const match of ['W1-1', 'W1-2', 'W1-3', 'W1-4', 'W2-1', 'W2-2', 'L1-1', 'L1-2', 'L2-1', 'W3-1', 'X']) {
    await say('organiser', `PATCH /api/matches/${id}_${match}/score`, { player1Score: 2, player2Score: 1 });
  }
  await say('organiser', `PATCH /api/matches/${id}_W1-2/score`, { player1Score: 1, player2Score: 2 });
  await say('organiser', `PATCH /api/matches/${id}_W1-2/score`, { player1Score: 1, player2Score: 2, cascade: true });
  await say('organiser', `POST /api/matches/${id}_W2-1/forfeit`, { player: 1 });
  await say('organiser', `DELETE /api/matches/${id}_W2-1/score`, {});
  await say('organiser', `POST /api/events/${id}/undo-result`, {});
  await say('stranger', `GET /api/matches?eventId=${id}`);
  await say('stranger', `GET /api/leaderboard?eventId=${id}`);
  await draw();
}

async function imports({ say }: Recorder): Promise<void> {
  await say('organiser', 'POST /api/admin/imports/programme/check', { csv: `${aProgramme}x,y\n` });
  await say('organiser', 'POST /api/admin/imports/programme', { csv: aProgramme });
  await say('organiser', 'POST /api/admin/imports/festival', aFestivalFile());
}

/** Every endpoint with an example body, for a thing that exists and for one that does not. */
async function everyCall({ say }: Recorder, endpoints: readonly Endpoint[]): Promise<void> {
  let example = 0;
  const next = () => {
    example += 1;
    return example;
  };
  const [event] = await say<FestivalEvent[]>('stranger', 'GET /api/events');
  // Calls that end sessions or delete what a device owns come last.
  const ordered = endpoints.toSorted((one, other) => Number(ends(one)) - Number(ends(other)));
  for (const { route, body } of ordered) {
    for (const thing of route.includes('{') ? ['missing', event?.id ?? ''] : ['']) {
      const path = route.replace(/\{\w+\}/, thing);
      const sent = body === undefined ? undefined : exampleOf(shapeOf(body), next);
      for (const who of ['Bo', 'organiser'] as const) await say(who, path, sent);
    }
  }
}

const ends = ({ route }: Endpoint): boolean => /^(DELETE|POST) .*(sessions|sample|visitor|logout)/.test(route);

async function record(dialect: DialectName): Promise<Line[]> {
  const { app, organiser } = await sameApp(dialect);
  const [stranger, Ada, Bo] = [app.browser(), app.browser(), app.browser()];
  const recorded = recorder(app, { stranger, Ada, Bo, organiser });
  await people(recorded);
  await places(recorded);
  await tournament(recorded);
  await imports(recorded);
  await recorded.say('organiser', 'GET /api/admin/audit');
  await everyCall(recorded, await declaredEndpoints());
  return recorded.lines;
}

it('the same requests give the same answers on both databases', { timeout: 300_000 }, async () => {
  const [onSqlite, onPostgres] = [await record('sqlite'), await record('postgres')];
  for (const [index, line] of onSqlite.entries()) expect(onPostgres[index]).toEqual(line);
  expect(onPostgres).toHaveLength(onSqlite.length);
  const statuses = [...new Set(onSqlite.map(({ status }) => status))].sort();
  expect(statuses).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 409, 422]));
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  expect(onSqlite.length).toBeGreaterThan(150);
});
