/** What strangers, former staff and helpers of another event must not be able to do. */
import { createECDH, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MOST_CODES } from '#features/screens/limits.ts';
import { cookieIn } from '../../http.ts';
import { addEvent, unlock } from '../../program.ts';
import { type Check, check, type Guard, type Scenario, type Stage } from '../scenario.ts';
import { flood, newTally, read, type Shot } from '../wire.ts';
import { openStream } from './streams.ts';

const GUARDS: readonly Guard[] = [
  { file: 'src/platform/server/live.ts', guard: 'ENDS_STAFF_STREAMS.includes(topic)', without: 'false' },
  { file: 'src/platform/server/serve.ts', guard: 'isFestivalWide(staff) ? null : gone(helpers.id)', without: 'null' },
  { file: 'src/features/screens/rules/names.ts', guard: '!isShown(row)', without: 'true' },
  { file: 'src/features/news/push/commands.ts', guard: 'brokeUnique(error)', without: 'false' },
];

/** Long enough for the changes of a session to reach the streams. */
const ENDS_MS = 2_500;
/** Of one stranger, for walls that do not exist. */
const TOO_MANY = MOST_CODES + 20;

const answered = (what: string, status: number, wanted: number): Check =>
  check(`${what}: ${wanted}`, status, status === wanted);

/** Codes are drawn for staff alone. */
async function drawsNothing({ client, origin, organiser }: Stage): Promise<Check[]> {
  const eventId = await addEvent(origin, organiser, 10);
  const ask = async (call: string) => (await client().send({ call })).status;
  return [
    answered('a stranger asks for the code of the app', await ask('GET /api/app-code'), 404),
    answered('a stranger asks for the code of an event', await ask(`GET /api/events/${eventId}/qr-code`), 401),
  ];
}

async function hearsNoMore({ origin, address, client }: Stage): Promise<Check> {
  const cookie = await unlock(origin);
  const tally = newTally('GET /api/live');
  const stream = await openStream(origin, { address, cookie, watch: 'points' }, tally);
  await client().send({ call: 'POST /api/admin/logout', headers: { cookie } });
  await pause(ENDS_MS);
  const isOpen = stream.isOpen();
  stream.end();
  return check('the stream of an ended session ends', isOpen ? 'open' : 'ended', !isOpen);
}

async function changesNoneOfOthers({ client, origin, organiser }: Stage): Promise<Check> {
  const ask = (call: string, body?: unknown) => client().send({ call, body, headers: { cookie: organiser } });
  const [own, other] = [await addEvent(origin, organiser, 10), await addEvent(origin, organiser, 10)];
  const helper = { name: 'Host of another event', role: 'host', eventId: own };
  const { link } = read<{ link: string }>(await ask('POST /api/helpers', helper));
  const opened = await client().send({ call: 'POST /api/helpers/open', body: { secret: link.split('#')[1] } });
  const desk = cookieIn(opened, 'fest_helper') ?? '';
  const message = { text: 'The doors are open.', urgent: false, audience: 'event', eventId: other };
  const { id } = read<{ id: string }>(await ask('POST /api/messages', message));
  await ask(`DELETE /api/events/${other}`);
  const edit = { call: `PATCH /api/messages/${id}`, body: { text: 'Mine now' }, headers: { cookie: desk } };
  return answered(
    'a host edits the message of another event, which is deleted',
    (await client().send(edit)).status,
    404,
  );
}

async function keepsTheCodeOfAWall({ client }: Stage): Promise<Check> {
  const wall = client();
  const { code } = read<{ code: string }>(await wall.send({ call: 'POST /api/screen-codes' }));
  const look: Shot = { call: `GET /api/screen-codes/${code}` };
  await wall.send(look);
  await flood({
    ...{ what: 'POST /api/screen-codes', client: client(), atOnce: 16, seconds: 0, least: TOO_MANY, most: TOO_MANY },
    shot: () => ({ call: 'POST /api/screen-codes' }),
  });
  return answered('a wall behind the same address looks for its name', (await wall.send(look)).status, 200);
}

async function leavesAddresses({ client, origin, organiser }: Stage): Promise<Check[]> {
  const eventId = await addEvent(origin, organiser, 10);
  const phone = async (playerName: string) => {
    const place = await client().send({ call: 'POST /api/rsvps', body: { eventId, playerName } });
    const headers = { cookie: cookieIn(place, 'fest_id') ?? '' };
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const auth = randomBytes(16).toString('base64url');
    return async (endpoint: string) => {
      const body = { endpoint, keys: { p256dh, auth } };
      return (await client().send({ call: 'PUT /api/push/subscription', body, headers })).status;
    };
  };
  const [own, other] = [await phone('Owner'), await phone('Other')];
  const endpoint = 'https://push.example.com/send/rights';
  return [
    answered('a phone subscribes', await own(endpoint), 200),
    answered('another phone names its address', await other(endpoint), 409),
    answered('an address inside the own network', await other('https://intranet/send'), 400),
  ];
}

export const rights: Scenario = {
  name: 'rights',
  goal: 'strangers, former staff and other helpers are refused',
  seconds: 1,
  guards: GUARDS,
  async attack(stage) {
    const single = [drawsNothing, hearsNoMore, changesNoneOfOthers, keepsTheCodeOfAWall, leavesAddresses];
    const checks: Check[] = [];
    for (const act of single) checks.push(...[await act(stage)].flat());
    return { sent: [], checks };
  },
};
