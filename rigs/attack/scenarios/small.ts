/** Single requests that were once answered wrongly. */
import { randomUUID } from 'node:crypto';
import { type Answer, cookieIn } from '../../http.ts';
import { addEvent } from '../../program.ts';
import { type Check, check, type Guard, type Scenario, type Stage } from '../scenario.ts';
import { say } from '../wire.ts';

const ANSWER_MS = 500;

const GUARDS: readonly Guard[] = [
  { file: 'src/platform/server/send-cached.ts', guard: 'hosts > 1', without: 'hosts > 9' },
  { file: 'src/platform/server/http.ts', guard: "headers['content-encoding'] !== undefined", without: 'false' },
  { file: 'src/platform/csv.ts', guard: `cell.replace(FORMULA, "$1$2'")`, without: 'cell' },
  {
    file: 'src/features/access/commands/writes.ts',
    guard: 'await recall(tx, JSON.parse(stored.answer) as T)',
    without: 'JSON.parse(stored.answer) as T',
  },
  { file: 'src/platform/links.ts', guard: 'return named ?', without: 'return false ?' },
  { file: 'src/platform/names.ts', guard: 'if (mixesAlphabets(name))', without: 'if (false)' },
];

const answered = (what: string, status: number, ...wanted: number[]): Check =>
  check(`${what}: ${wanted.join(' or ')}`, String(status), wanted.includes(status));

const idIn = ({ body }: Answer): string => (JSON.parse(body) as { id: string }).id;

async function twoHosts({ origin, address }: Stage): Promise<Check> {
  const head = `GET /healthz HTTP/1.1\r\nhost: a.test\r\nhost: b.test\r\nx-forwarded-for: ${address}\r\n\r\n`;
  const heard = await say(origin, head, ANSWER_MS);
  return answered('two Host headers', Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0), 400);
}

async function packedBody({ client }: Stage): Promise<Check> {
  const { status } = await client().send({
    ...{ call: 'POST /api/users', body: { name: 'Packed' }, headers: { 'content-encoding': 'gzip' } },
  });
  return answered('a request with Content-Encoding', status, 415);
}

/** Excel splits a cell at a semicolon where that is the list separator. */
async function formula({ client, organiser }: Stage): Promise<Check> {
  const headers = { cookie: organiser };
  await client().send({ call: 'POST /api/users', body: { name: 'x;=1+1' }, headers });
  const { body } = await client().send({ call: 'GET /api/admin/exports/users.csv', headers });
  const found = /x;'?=1\+1/.exec(body)?.[0] ?? 'not in the export';
  return check('a formula behind a separator in a CSV cell is defused', found, found === "x;'=1+1");
}

async function replayed({ client, origin, organiser }: Stage): Promise<Check> {
  const eventId = await addEvent(origin, organiser, 10);
  const phone = client();
  const ask = { call: 'POST /api/rsvps', body: { eventId, playerName: 'Twice' } };
  const key = { 'idempotency-key': randomUUID() };
  const first = await phone.send({ ...ask, headers: key });
  const cookie = cookieIn(first, 'fest_id') ?? '';
  await phone.send({ call: `DELETE /api/rsvps/${idIn(first)}`, headers: { cookie } });
  const again = await phone.send({ ...ask, headers: { ...key, cookie } });
  return answered('a key sent again after its place was cancelled', again.status, 200, 410);
}

async function userInLink({ client, organiser }: Stage): Promise<Check> {
  const event = {
    ...{ title: 'Linked', eventType: 'board-game', description: '', duration: 60, capacity: 10, host: 'Mo' },
    ...{ startTime: '2030-01-01T12:00:00.000Z', location: 'Hall', tournamentType: null },
    googleDocUrl: 'https://docs.google.com@evil.example/doc',
  };
  const { status } = await client().send({ call: 'POST /api/events', body: event, headers: { cookie: organiser } });
  return answered('a link with a user name in it', status, 400);
}

async function lookAlike({ client, organiser }: Stage): Promise<Check[]> {
  const add = (name: string) =>
    client().send({ call: 'POST /api/users', body: { name }, headers: { cookie: organiser } });
  await add('Admin');
  const { status: same } = await add('\u0410dmin');
  const { status: honest } = await add('\u0410\u043d\u043d\u0430');
  return [
    answered('\u0410dmin beside Admin, its first letter Cyrillic', same, 400),
    answered('\u0410\u043d\u043d\u0430, an honest Cyrillic name', honest, 201),
  ];
}

export const small: Scenario = {
  name: 'small',
  goal: 'malformed and foreign requests are refused',
  seconds: 1,
  guards: GUARDS,
  async attack(stage) {
    const single = [twoHosts, packedBody, formula, replayed, userInLink, lookAlike];
    const checks: Check[] = [];
    for (const act of single) checks.push(...[await act(stage)].flat());
    return { sent: [], checks };
  },
};
