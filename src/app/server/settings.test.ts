import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const DEFAULTS = {
  port: 3000,
  host: '0.0.0.0',
  socket: null,
  databaseUrl: 'sqlite:data/boardwalk.db',
  adminPassword: null,
  publicUrl: null,
  trustProxy: false,
  newVisitors: null,
  streams: null,
  festivalFile: 'festival.json',
  sampleData: true,
  rehearsal: false,
  offline: true,
  pushLoopback: false,
  channel: null,
  metrics: null,
  logLevel: 'info',
};
/** Of a socket's folder: no host. */
const SOCKET = 'postgres://rosa:word@/fest?host=/var/run/postgresql';
const POSTGRES = { DATABASE_URL: 'postgres://fest@db.example/fest' };

it('has a default for everything, and treats an empty variable as not set', () => {
  expect(readSettings({})).toEqual(DEFAULTS);
  const empty = [
    'PORT',
    'HOST',
    'DATABASE_URL',
    'ADMIN_PASSWORD',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'NEW_VISITORS_PER_NETWORK',
    'LIVE_STREAMS',
    'METRICS_PORT',
    'METRICS_HOST',
    'METRICS_TOKEN',
    'SAMPLE_DATA',
    'REHEARSAL',
    'OFFLINE',
    'PUSH_LOOPBACK',
    'LOG_LEVEL',
  ];
  expect(readSettings(Object.fromEntries(empty.map((name) => [name, ''])))).toEqual(DEFAULTS);
});

it.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ REHEARSAL: 'on' }, { rehearsal: true, offline: false }],
  [{ PUSH_LOOPBACK: 'on' }, { pushLoopback: true }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '127.0.0.1' }, { host: '127.0.0.1' }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ HOST: '[2001:db8::1]' }, { host: '2001:db8::1' }],
  [{ '\ufeffHOST': '::' }, { host: '::' }],
  [{ HOST: '::1', '\ufeffHOST': '::' }, { host: '::1' }],
  [{ ADMIN_PASSWORD: '\ufeffshort' }, { adminPassword: 'short' }],
  [{ DATABASE_URL: 'sqlite::memory:' }, { databaseUrl: 'sqlite::memory:' }],
  [{ DATABASE_URL: 'sqlite:/var/lib/fest.db' }, { databaseUrl: 'sqlite:/var/lib/fest.db' }],
  [POSTGRES, { databaseUrl: 'postgres://fest@db.example/fest', sampleData: false }],
  [{ DATABASE_URL: 'postgresql://db/fest' }, { databaseUrl: 'postgresql://db/fest', sampleData: false }],
  [{ DATABASE_URL: SOCKET }, { databaseUrl: SOCKET, sampleData: false }],
  [{ ADMIN_PASSWORD: 'short' }, { adminPassword: 'short' }],
  [{ PUBLIC_URL: 'https://games.example.org' }, { publicUrl: 'https://games.example.org' }],
  [{ PUBLIC_URL: 'http://192.0.2.1:3000/' }, { publicUrl: 'http://192.0.2.1:3000' }],
  [{ PUBLIC_URL: 'https://Games.example.org:443' }, { publicUrl: 'https://games.example.org' }],
  [{ TRUST_PROXY: '10.0.0.1' }, { trustProxy: ['10.0.0.1'] }],
  [{ TRUST_PROXY: ' 10.0.0.0/8, ::1 ,loopback,' }, { trustProxy: ['10.0.0.0/8', '::1', 'loopback'] }],
  [{ NEW_VISITORS_PER_NETWORK: '200/30' }, { newVisitors: { burst: 200, perMinute: 30 } }],
  [{ LIVE_STREAMS: '500' }, { streams: 500 }],
  [{ FESTIVAL_FILE: '/etc/festival.json' }, { festivalFile: '/etc/festival.json' }],
  [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  [{ LISTEN_PID: String(process.pid) }, { socket: 3 }],
  [{ LISTEN_PID: '1' }, { socket: null }],
])('takes %o', (environment, settings) => {
  expect(readSettings(environment)).toEqual({ ...DEFAULTS, ...settings });
});

const SET = { DISCORD_BOT_TOKEN: 'abc.DEF-_', DISCORD_CHANNEL_ID: '1300000000000000001' };
it.each([
  [SET, 'https://discord.com/api/v10', 'https://cdn.discordapp.com'],
  [{ ...SET, DISCORD_API_URL: 'http://127.0.0.1:9/api/' }, 'http://127.0.0.1:9/api', 'http://127.0.0.1:9'],
])('the announcements channel of %o', (environment, apiUrl, cdnUrl) => {
  const channel = { id: '1300000000000000001', token: 'abc.DEF-_', apiUrl, cdnUrl };
  expect(readSettings(environment)).toEqual({ ...DEFAULTS, channel });
});

it.each(['DISCORD_BOT_TOKEN', 'DISCORD_CHANNEL_ID'])('the announcements channel needs more than %s', (name) => {
  const [other] = Object.keys(SET).filter((one) => one !== name);
  const lonely = Object.fromEntries(Object.entries(SET).filter(([one]) => one === name));
  expect(readSettings(lonely)).toEqual({ complaints: [`${other} is missing beside ${name}`] });
});

describe('the metrics', () => {
  const TOKEN = 'a-token-of-letters-and-digits-1234';
  it.each([
    [{ METRICS_PORT: '9100' }, { own: { port: 9100, host: '127.0.0.1' }, token: null }],
    [
      { METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' },
      { own: { port: 9100, host: '0.0.0.0' }, token: null },
    ],
    [{ METRICS_TOKEN: TOKEN }, { own: null, token: TOKEN }],
    [
      { METRICS_PORT: '9100', METRICS_TOKEN: TOKEN },
      { own: { port: 9100, host: '127.0.0.1' }, token: TOKEN },
    ],
    [
      { PORT: '0', METRICS_PORT: '0' },
      { own: { port: 0, host: '127.0.0.1' }, token: null },
    ],
  ])('are where %o says', (environment, metrics) => {
    expect(readSettings(environment)).toMatchObject({ metrics });
  });

  const TOKENS = 'METRICS_TOKEN must be 16 to 200 letters, digits or any of _ . ~ + / = -';
  it.each([
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_PORT is missing beside METRICS_HOST'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a port number'],
    [{ METRICS_TOKEN: 'short' }, TOKENS],
    [{ METRICS_TOKEN: 'a token with spaces in it' }, TOKENS],
    [{ METRICS_TOKEN: 'x'.repeat(201) }, TOKENS],
  ])('refuse %o', (environment, complaint) => {
    expect(readSettings(environment)).toEqual({ complaints: [complaint] });
  });
});

it.each([
  [{}, true],
  [{ SAMPLE_DATA: 'on' }, true],
  [{ SAMPLE_DATA: 'off' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', SAMPLE_DATA: 'on' }, true],
  [POSTGRES, false],
  [{ ...POSTGRES, SAMPLE_DATA: 'on' }, false],
])('the sample festival with %o: %s', (environment, sampleData) => {
  expect(readSettings(environment)).toMatchObject({ sampleData });
});

const DATABASE = 'DATABASE_URL must be sqlite:PATH, sqlite::memory: or postgres://…';
const PROXY = 'TRUST_PROXY must be addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas';

it.each([
  ['PORT', 'http', 'PORT must be a port number'],
  ['PORT', '3000.5', 'PORT must be a port number'],
  ['PORT', '-1', 'PORT must be a port number'],
  ['PORT', '65536', 'PORT must be a port number'],
  ['PORT', '0x50', 'PORT must be a port number'],
  ['PORT', '1e3', 'PORT must be a port number'],
  ['DATABASE_URL', 'mysql://db/fest', DATABASE],
  ['DATABASE_URL', 'data/boardwalk.db', DATABASE],
  ['DATABASE_URL', 'sqlite:', DATABASE],
  ['DATABASE_URL', 'postgres://', DATABASE],
  ...['postgres://rosa:pa#ss@db/fest', 'postgres://rosa:12#3@db/fest'].map((url): [string, string, string] => [
    'DATABASE_URL',
    url,
    'DATABASE_URL cannot be read: in a password write # / : ? and @ as %23 %2F %3A %3F and %40; a port is at most 65535',
  ]),
  ['DATABASE_URL', 'postgres://rosa:50%@db/fest', 'DATABASE_URL cannot be read: in a password write % as %25'],
  ['DATABASE_URL', 'postgres://rosa:%E0%A4@db/fest', 'DATABASE_URL cannot be read: in a password write % as %25'],
  ['ADMIN_PASSWORD', 'x'.repeat(1025), 'ADMIN_PASSWORD must be at most 1024 characters'],
  ['PUBLIC_URL', 'games.example.org', 'PUBLIC_URL must be an http or https address such as https://games.example.org'],
  ['PUBLIC_URL', 'ftp://example.org', 'PUBLIC_URL must be an http or https address such as https://games.example.org'],
  ['PUBLIC_URL', 'https://example.org/fest', 'PUBLIC_URL must be an address without a path'],
  ['TRUST_PROXY', 'the-proxy', PROXY],
  ['TRUST_PROXY', 'true', PROXY],
  ['TRUST_PROXY', '10.0.0.0/99', PROXY],
  ['TRUST_PROXY', '10.0.0.1, 10.0.0', PROXY],
  ...['1500', '0/300', '1500/0', '1500/', '-1/2', '1.5/2', '1500 / 300', '10000000/1'].map((value) => [
    ...['NEW_VISITORS_PER_NETWORK', value],
    'NEW_VISITORS_PER_NETWORK must be two whole numbers such as 1500/300',
  ]),
  ...['0', '-1', '1e3', '20.5', '1000001'].map((value) => [
    ...['LIVE_STREAMS', value],
    'LIVE_STREAMS must be a whole number such as 20000',
  ]),
  ['SAMPLE_DATA', 'yes', 'SAMPLE_DATA must be on or off'],
  ['DISCORD_CHANNEL_ID', '#general', 'DISCORD_CHANNEL_ID must be the channel’s number'],
  ['DISCORD_BOT_TOKEN', 'Bot abc', 'DISCORD_BOT_TOKEN must be the bot’s token alone'],
  ['DISCORD_API_URL', 'discord', 'DISCORD_API_URL must be an http or https address'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
])('reports %s=%s by name', (name, value, complaint) => {
  expect(readSettings({ [name]: value })).toEqual({ complaints: [complaint] });
});

it('reports all mistakes at once', () => {
  expect(readSettings({ PORT: 'x', LOG_LEVEL: 'x', SAMPLE_DATA: 'x' })).toEqual({
    complaints: [
      'PORT must be a port number',
      'SAMPLE_DATA must be on or off',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    ],
  });
});
