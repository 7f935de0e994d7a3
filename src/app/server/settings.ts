/** The only reader of the environment (docs/behaviour.md "Settings"). Every mistake names its variable. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { PASSWORD_LIMIT } from '#features/access/limits.ts';
import type { Channel } from '#features/announcements/client.ts';
import type { Limits } from '#platform/server/limits.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const port = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'must be a port number')
  .transform(Number);

/** IPv6 may be written as in a URL. */
const host = z.string().transform((value) => value.replace(/^\[(.*)\]$/, '$1'));

const publicUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be an http or https address such as https://games.example.org',
    abort: true,
  })
  .refine((value) => ['', '/'].includes(new URL(value).pathname), 'must be an address without a path')
  .transform((value) => new URL(value).origin);

/** pg takes a socket's address without a host: postgres://rosa:word@/fest?host=/var/run/postgresql */
const withHost = (value: string): string => value.replace('@/', '@socket/');

const isDecodable = (value: string): boolean => {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
};

const databaseUrl = z
  .string()
  .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, {
    error: 'must be sqlite:PATH, sqlite::memory: or postgres://…',
    abort: true,
  })
  .refine((value) => value.startsWith('sqlite:') || URL.parse(withHost(value))?.hash === '', {
    error: 'cannot be read: in a password write # / : ? and @ as %23 %2F %3A %3F and %40; a port is at most 65535',
    abort: true,
  })
  .refine((value) => value.startsWith('sqlite:') || isDecodable(value), 'cannot be read: in a password write % as %25');

/** An address, a range, or a name that Fastify knows. */
function isProxy(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(part);
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest));
}

const addresses = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.every(isProxy), 'must be addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas');

/** Burst, then refill per minute. */
const newVisitors = z
  .string()
  .refine((value) => /^[1-9]\d{0,6}\/[1-9]\d{0,6}$/.test(value), 'must be two whole numbers such as 1500/300')
  .transform((value) => {
    const [burst = 0, perMinute = 0] = value.split('/').map(Number);
    return { burst, perMinute };
  });

const MOST_STREAMS = 1_000_000;
const streams = z
  .string()
  .refine((value) => /^[1-9]\d*$/.test(value) && Number(value) <= MOST_STREAMS, 'must be a whole number such as 20000')
  .transform(Number);

const DISCORD = 'https://discord.com/api/v10';

const Environment = z.object({
  PORT: port.default(3000),
  HOST: host.default('0.0.0.0'),
  DATABASE_URL: databaseUrl.default('sqlite:data/boardwalk.db'),
  ADMIN_PASSWORD: z.string().max(PASSWORD_LIMIT, `must be at most ${PASSWORD_LIMIT} characters`).optional(),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: addresses.optional(),
  NEW_VISITORS_PER_NETWORK: newVisitors.optional(),
  LIVE_STREAMS: streams.optional(),
  FESTIVAL_FILE: z.string().default('festival.json'),
  SAMPLE_DATA: z.enum(['on', 'off'], 'must be on or off').optional(),
  REHEARSAL: z.enum(['on', 'off'], 'must be on or off').default('off'),
  OFFLINE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PUSH_LOOPBACK: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]+$/, 'must be the bot’s token alone')
    .optional(),
  DISCORD_CHANNEL_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the channel’s number')
    .optional(),
  DISCORD_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).default(DISCORD),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or any of _ . ~ + / = -')
    .optional(),
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(', ')}`).default('info'),
  LISTEN_PID: z.string().optional(),
  NODE_ENV: z.string().optional(),
});

export type MetricsSettings = {
  /** Null for the program's port, which needs a token. */
  own: { port: number; host: string } | null;
  token: string | null;
};

export type Settings = {
  port: number;
  host: string;
  /** Descriptor from systemd; null to open one at `port` and `host`. */
  socket: number | null;
  databaseUrl: string;
  adminPassword: string | null;
  /** Null: taken from each request. */
  publicUrl: string | null;
  trustProxy: string[] | false;
  /** Null for the default. */
  newVisitors: Limits['newVisitors'] | null;
  /** Null for the default. */
  streams: number | null;
  festivalFile: string;
  sampleData: boolean;
  rehearsal: boolean;
  /** Not in a rehearsal: offline pages would outlive it. */
  offline: boolean;
  /** Phones may name a push service on this machine, for tests and development. */
  pushLoopback: boolean;
  channel: Channel | null;
  /** Null for nowhere. */
  metrics: MetricsSettings | null;
  logLevel: (typeof LEVELS)[number];
};

/** Of systemd's protocol (sd_listen_fds). */
const HANDED_SOCKET = 3;

export type Complaints = { complaints: string[] };

type Variables = Record<string, string | undefined>;

/** Editors on Windows begin a file with a byte-order mark, which Node takes for a part of the first variable's name. */
const withoutMark = (text = ''): string => text.replace(/^\uFEFF/, '');

/** Not set, because compose files and unit files cannot omit a variable. */
const withoutEmpty = (environment: Variables): Variables =>
  Object.fromEntries(
    Object.entries(environment)
      // A variable of the environment wins over one of the file.
      .sort(([one], [other]) => Number(other.startsWith('\uFEFF')) - Number(one.startsWith('\uFEFF')))
      .map(([name, value]) => [withoutMark(name), withoutMark(value)])
      .filter(([, value]) => value !== ''),
  );

export function readSettings(environment: Variables = process.env): Settings | Complaints {
  const result = Environment.safeParse(withoutEmpty(environment));
  if (!result.success) {
    return { complaints: result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) };
  }
  const read = result.data;
  const problem = lonelyDiscord(read) ?? uselessMetrics(read);
  if (problem !== null) return { complaints: [problem] };
  const onSqlite = read.DATABASE_URL.startsWith('sqlite:');
  const sampleByDefault = read.NODE_ENV !== 'production';
  return {
    port: read.PORT,
    host: read.HOST,
    // Variables for another process: a child inherits them without the socket.
    socket: read.LISTEN_PID === String(process.pid) ? HANDED_SOCKET : null,
    databaseUrl: read.DATABASE_URL,
    adminPassword: read.ADMIN_PASSWORD ?? null,
    publicUrl: read.PUBLIC_URL ?? null,
    trustProxy: read.TRUST_PROXY ?? false,
    newVisitors: read.NEW_VISITORS_PER_NETWORK ?? null,
    streams: read.LIVE_STREAMS ?? null,
    festivalFile: read.FESTIVAL_FILE,
    sampleData: onSqlite && (read.SAMPLE_DATA === undefined ? sampleByDefault : read.SAMPLE_DATA === 'on'),
    rehearsal: read.REHEARSAL === 'on',
    offline: read.OFFLINE === 'on' && read.REHEARSAL === 'off',
    pushLoopback: read.PUSH_LOOPBACK === 'on',
    channel: channelOf(read),
    metrics: metricsOf(read),
    logLevel: read.LOG_LEVEL,
  };
}

type Read = z.infer<typeof Environment>;

function lonelyDiscord({ DISCORD_BOT_TOKEN: token, DISCORD_CHANNEL_ID: id }: Read): string | null {
  if ((token === undefined) === (id === undefined)) return null;
  return token === undefined
    ? 'DISCORD_BOT_TOKEN is missing beside DISCORD_CHANNEL_ID'
    : 'DISCORD_CHANNEL_ID is missing beside DISCORD_BOT_TOKEN';
}

function channelOf({ DISCORD_BOT_TOKEN: token, DISCORD_CHANNEL_ID: id, DISCORD_API_URL: address }: Read) {
  if (token === undefined || id === undefined) return null;
  const { origin, host } = new URL(address);
  const cdnUrl = host === 'discord.com' ? 'https://cdn.discordapp.com' : origin;
  return { id, token, apiUrl: address.replace(/\/+$/, ''), cdnUrl };
}

function uselessMetrics({ PORT, METRICS_PORT, METRICS_HOST }: Read): string | null {
  if (METRICS_PORT === undefined)
    return METRICS_HOST === undefined ? null : 'METRICS_PORT is missing beside METRICS_HOST';
  return METRICS_PORT === PORT && PORT !== 0 ? 'METRICS_PORT must be another port than PORT' : null;
}

function metricsOf({ METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN }: Read): MetricsSettings | null {
  const token = METRICS_TOKEN ?? null;
  // Only this machine by default: without a token anybody who reaches the port may read.
  if (port !== undefined) return { own: { port, host: host ?? '127.0.0.1' }, token };
  return token === null ? null : { own: null, token };
}
