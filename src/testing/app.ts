/** The real app on a fresh database, called like a browser would, without pages and without a port. */
import { randomUUIDv7 } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { beforeAll, onTestFinished } from 'vitest';
import { type App, type AppParts, buildApp } from '#app/server/app.ts';
import { backUpBeforeErasing, fileOf } from '#database/backup.ts';
import { connect } from '#database/connect.ts';
import { readMeta, takeMeta } from '#database/meta.ts';
import type { DialectName } from '#database/portable.ts';
import {
  makeLink,
  type PasswordContext,
  PASSWORD as STORED_PASSWORD,
  settlePassword,
} from '#features/access/commands/unlock.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { movableClock } from '#platform/server/movable-clock.ts';
import { CHEAP, storeEvent, type TestClock, testClock, testFestival } from './context.ts';
import { type AtEnd, freshUrl } from './database.ts';
import type { anEvent } from './factories.ts';

export const PASSWORD = 'correct horse battery';

/** A browser: keeps cookies and sends JSON, or bytes as a PNG picture. */
export type Browser = {
  readonly cookies: Map<string, string>;
  send(call: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
};

/** Returns what a caller sees: status and body, null without one. */
export const seen = (response: LightMyRequestResponse): { status: number; body: unknown } => ({
  status: response.statusCode,
  body: response.body === '' ? null : response.json(),
});

export type TestApp = App & {
  clock: TestClock;
  log: string[];
  browser(): Browser;
  admin(): Promise<Browser>;
  /** The programme, as anybody reads it. */
  events(): Promise<FestivalEvent[]>;
  /** Adds an event; returns its id. */
  event(said?: Parameters<typeof anEvent>[0]): Promise<string>;
};

export async function testApp(
  dialect: DialectName = 'sqlite',
  parts: Partial<AppParts> & { url?: string } = {},
  atEnd: AtEnd = onTestFinished,
): Promise<TestApp> {
  const clock = testClock();
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const complain = (message: string, error: Error) => logger.error({ err: error }, message);
  const url = parts.url ?? (await freshUrl(dialect, atEnd));
  const file = fileOf(url);
  const connection = await connect(url, complain);
  const app = await buildApp({
    settings: { publicUrl: null, trustProxy: false },
    festival: testFestival(),
    connection,
    logger,
    built: null,
    now: clock.now,
    clock: movableClock(clock.now),
    newId: randomUUIDv7,
    checkAnswers: true,
    hashCost: CHEAP,
    backUp: file === null ? null : () => backUpBeforeErasing(file, clock.now()),
    ...parts,
    // Other tests may keep the machine busy. A read without the writer's cookies gets what was written last.
    limits: { lateness: 0, staleMs: 0, ...parts.limits },
  });
  await settle(app.context);
  atEnd(() => {
    // Shutting down waits a second for what clients keep open.
    app.fastify.server.closeAllConnections();
    return app.stop();
  });
  const browser = () => browserOn(app.fastify);
  const admin = async () => {
    const organiser = browser();
    await organiser.send('POST /api/admin/link', { token: await makeLink(app.context) });
    return organiser;
  };
  return {
    ...app,
    clock,
    log,
    browser,
    admin,
    events: async () => (await browser().send('GET /api/events')).json(),
    event: (said) => storeEvent(app.context, said),
  };
}

/** An app, and an organiser's browser at it. */
export async function organisedApp(dialect: DialectName = 'sqlite') {
  const app = await testApp(dialect);
  return { app, admin: await app.admin() };
}

/**
 * Starts one app for all tests of a file, or of a `describe`: for tests that look only at what they add. Starting an app takes
 * longer than most of them.
 */
export const sharedApp = (dialect: DialectName = 'sqlite'): (() => TestApp) =>
  shared((atEnd) => testApp(dialect, {}, atEnd));

/** Starts something once for all tests of a file, or of a `describe`. */
export function shared<T>(start: (atEnd: AtEnd) => Promise<T>): () => T {
  let started: T;
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = [];
    started = await start((end) => void ends.unshift(end));
    return async () => {
      for (const end of ends) await end();
    };
  });
  return () => started;
}

let hash: string | null = null;

/** Every app has the same password; setting it takes several statements, and copying its hash one. */
async function settle(context: PasswordContext): Promise<void> {
  if (context.hashCost === CHEAP && hash !== null) return void (await takeMeta(context.db, STORED_PASSWORD, hash));
  // A filled database of an earlier version has one.
  if ((await readMeta(context.db, STORED_PASSWORD)) !== null) return;
  await settlePassword(context, PASSWORD);
  if (context.hashCost === CHEAP) hash = await readMeta(context.db, STORED_PASSWORD);
}

export function browserOn(fastify: App['fastify']): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(call, body, headers = {}) {
      const [method, url] = call.split(' ') as [InjectOptions['method'], string];
      const response = await fastify.inject({
        ...(method === undefined ? {} : { method }),
        url,
        headers: {
          host: 'festival.test',
          ...(body instanceof Uint8Array && { 'content-type': 'image/png' }),
          ...headers,
        },
        ...(cookies.size === 0 ? {} : { cookies: Object.fromEntries(cookies) }),
        ...(body === undefined ? {} : { payload: body as object }),
      });
      for (const { name, value, maxAge } of response.cookies) {
        if (maxAge === 0) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}
