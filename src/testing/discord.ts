/**
 * A fake of the part of Discord's API that announcements use, with faults on request. For route tests, the tests of
 * check-discord and the journeys.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'the-bots-own.token_of-tests';
export const CHANNEL = '1300000000000000001';

export type Fault =
  | 'slow'
  | 'rate-limited'
  | 'rate-limited-by-reset'
  | '401'
  | '403'
  | '404'
  | '500'
  | '503-retry'
  | 'html'
  | 'cut'
  | 'wrong-types'
  | 'not-a-list'
  | 'huge'
  | 'redirect'
  | 'reset'
  | 'wordless';

export type TestDiscord = {
  readonly url: string;
  /** Messages of the channel, newest first. */
  messages: unknown[];
  fault: Fault | null;
  /** Requests for messages. */
  readonly asks: { path: string; authorization: string | undefined; userAgent: string | undefined }[];
  /** Paths of requested pictures. */
  readonly pictures: string[];
  /** Response for a picture's path; a small PNG by default. */
  picture: (answer: ServerResponse) => void;
  stop(): Promise<void>;
};

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const RETRY_AFTER = 120;

const json = (answer: ServerResponse, status: number, body: unknown, headers = {}): void => {
  answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const HUGE = 50 * 1024 * 1024;

function pour(answer: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  let left = HUGE;
  const on = () => {
    while (left > 0 && !answer.destroyed) {
      left -= chunk.length;
      if (!answer.write(chunk)) return void answer.once('drain', on);
    }
    answer.end(']');
  };
  answer.writeHead(200, { 'content-type': 'application/json' }).write('[');
  on();
}

const FAULTS: Record<Fault, (answer: ServerResponse, discord: TestDiscord) => void> = {
  slow: () => {},
  'rate-limited': (answer) =>
    json(
      answer,
      429,
      { message: 'You are being rate limited.', retry_after: RETRY_AFTER, global: false },
      {
        'retry-after': String(RETRY_AFTER),
        'x-ratelimit-reset-after': '1.5',
      },
    ),
  'rate-limited-by-reset': (answer) =>
    json(
      answer,
      429,
      { message: 'You are being rate limited.', global: false },
      {
        'x-ratelimit-reset-after': `${RETRY_AFTER}.25`,
      },
    ),
  '401': (answer) => json(answer, 401, { message: '401: Unauthorized', code: 0 }),
  '403': (answer) => json(answer, 403, { message: 'Missing Access', code: 50_001 }),
  '404': (answer) => json(answer, 404, { message: 'Unknown Channel', code: 10_003 }),
  '500': (answer) => json(answer, 500, { message: '500: Internal Server Error', code: 0 }),
  '503-retry': (answer) => json(answer, 503, {}, { 'retry-after': String(RETRY_AFTER) }),
  html: (answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Checking your browser</h1>'),
  cut: (answer, discord) => {
    const whole = JSON.stringify(discord.messages);
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    answer.write(whole.slice(0, whole.length / 2), () => answer.destroy());
  },
  'wrong-types': (answer) => json(answer, 200, [{ id: 7, type: '0', content: null, author: 'Alex' }, null, 'x', []]),
  'not-a-list': (answer) => json(answer, 200, { messages: [] }),
  huge: pour,
  redirect: (answer) => void answer.writeHead(302, { location: '/elsewhere' }).end(),
  reset: (answer) => void answer.destroy(),
  wordless: (answer, discord) =>
    json(
      answer,
      200,
      discord.messages.map((message) => ({ ...(message as object), content: '', embeds: [], attachments: [] })),
    ),
};

export async function startDiscord(): Promise<TestDiscord> {
  const server = createServer((request, answer) => receive(discord, request, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const discord: TestDiscord = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v10`,
    messages: [],
    fault: null,
    asks: [],
    pictures: [],
    picture: (answer) => void answer.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return discord;
}

function receive(discord: TestDiscord, request: IncomingMessage, answer: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://discord.test');
  if (pathname.startsWith('/avatars/')) {
    discord.pictures.push(request.url ?? '');
    discord.picture(answer);
    return;
  }
  const { authorization, 'user-agent': userAgent } = request.headers;
  discord.asks.push({ path: request.url ?? '', authorization, userAgent });
  const fault = discord.fault ?? refusalOf(pathname, authorization);
  if (fault === null) json(answer, 200, discord.messages);
  else FAULTS[fault](answer, discord);
}

function refusalOf(path: string, authorization: string | undefined): Fault | null {
  if (authorization !== `Bot ${TOKEN}`) return '401';
  return path === `/api/v10/channels/${CHANNEL}/messages` ? null : '404';
}

let made = 0;

/** A message as Discord sends it, with all its unused fields. */
export function aMessage(said: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  return {
    type: 0,
    tts: false,
    timestamp: '2025-11-14T16:30:00.123000+00:00',
    pinned: false,
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    id: String(1_300_000_000_000_000_000n + BigInt(made)),
    flags: 0,
    embeds: [],
    edited_timestamp: null,
    content: 'Doors open at nine.',
    components: [],
    channel_id: CHANNEL,
    author: aPerson(),
    attachments: [],
    ...said,
  };
}

export const aPerson = (said: Record<string, unknown> = {}): Record<string, unknown> => ({
  username: 'priya.games',
  public_flags: 0,
  id: '80351110224678912',
  global_name: 'Priya',
  discriminator: '0',
  avatar_decoration_data: null,
  avatar: '8342729096ea3675442027381ff50dfe',
  ...said,
});
