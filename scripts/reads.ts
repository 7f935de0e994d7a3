/**
 * `npm run reads`: writes the table of docs/security.md with every GET that is answered without a cache, who may ask, and what one
 * answer costs in a large festival on SQLite. A test fails while the table has other calls, callers or limits than the contracts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connect } from '#database/connect.ts';
import type { Endpoint } from '#platform/contract.ts';
import { testApp } from '#testing/app.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { freshUrl } from '#testing/database.ts';
import { requestFor, setScene } from '#testing/one-of-each.ts';
import { fillFestival } from '../rigs/bench/fill.ts';
import { row, withTable } from './security.ts';

const PAGE = fileURLToPath(new URL('../docs/security.md', import.meta.url));
const SIZE = { events: 300, users: 20_000, entries: 100_000 };
const TIMES = 10;
const HEAD = ['call', 'who', 'limited by', 'statements', 'ms', 'kB'];

/** What bounds an answer or its work. */
const LIMITS: Readonly<Record<string, string>> = {
  anyone: 'what one visitor may have',
  visitor: 'what one visitor may have',
  owner: '500 entries',
  admin: 'staff alone',
  'GET /api/admin/sample': 'one flag',
  'GET /api/admin/session': 'one session',
  'GET /api/claims': 'what one visitor may have; for staff 1,000',
  'GET /api/discord/announcements': '50 messages; all share one question to Discord',
  'GET /api/discord/avatars/{file}': 'authors of 50 messages, in memory',
  'GET /api/events/{id}/qr-code': 'one at a time, 20 wait',
  'GET /api/messages': '50 in force',
  'GET /api/messages/my': '50 in force',
  'GET /api/push/key': 'one key',
  'GET /api/rehearsal': 'one number',
  'GET /api/screen-codes/{code}': 'one code',
  'GET /api/staff': 'one session',
  'GET /calendar/{token}.ics': '10 a minute of each calendar, 30 unknown ones of a network',
  'GET /pictures/{id}': '20 MB in memory',
};

/** The cells before the figures. */
export const readCells = (endpoints: readonly Endpoint[]): string[][] =>
  endpoints
    .filter(({ route, cachedUntil }) => route.startsWith('GET ') && cachedUntil === undefined)
    .toSorted((one, other) => one.route.localeCompare(other.route, 'en'))
    .map(({ route, who, helpers }) => [
      route,
      [who, ...(helpers?.roles ?? [])].join(', '),
      LIMITS[route] ?? LIMITS[who] ?? '',
    ]);

/** `ends`: what has to be done afterwards. */
async function measure(endpoints: readonly Endpoint[], ends: (() => Promise<void>)[]): Promise<string> {
  const atEnd = (end: () => Promise<void>) => void ends.unshift(end);
  const url = await freshUrl('sqlite', atEnd);
  await fillFestival(url, SIZE);
  const connection = await connect(url, console.error);
  let statements = 0;
  connection.timings.listen({ ran: () => (statements += 1), committed() {} });
  const app = await testApp('sqlite', { connection, checkAnswers: false }, atEnd);
  const lasting = { admin: await app.admin(), expired: app.browser() };
  const rows = [HEAD, HEAD.map(() => '---')];
  for (const [name = '', ...cells] of readCells(endpoints)) {
    const endpoint = endpoints.find(({ route }) => route === name) as Endpoint;
    const scene = await setScene(app, lasting, endpoint);
    const [call] = requestFor(app, endpoint, scene, 'there');
    const send = () => scene.askers[endpoint.who === 'admin' ? 'admin' : 'owner'].send(call);
    const { rawPayload } = await send();
    const since = performance.now();
    statements = 0;
    for (let time = 0; time < TIMES; time += 1) await send();
    const ms = (performance.now() - since) / TIMES;
    rows.push([
      `\`${name}\``,
      ...cells,
      ...[statements / TIMES, ms, rawPayload.length / 1000].map((n) => n.toFixed(n < 10 ? 1 : 0)),
    ]);
  }
  return rows.map(row).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ends: (() => Promise<void>)[] = [];
  const table = await measure(await declaredEndpoints(), ends);
  for (const end of ends) await end();
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), table, 'reads'));
  console.log(table);
}
