import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { accessRoutes } from '#features/access/routes.ts';
import { eventEditRoutes } from '#features/events/edits/routes.ts';
import { eventRoutes } from '#features/events/routes.ts';
import { rsvpRoutes } from '#features/rsvps/routes.ts';
import { staffRoutes } from '#features/staff/routes.ts';
import { findCaller } from '#features/staff/session.ts';
import type { Endpoint } from '#platform/contract.ts';
import type { Caller } from '#platform/server/caller.ts';
import { httpServer } from '#platform/server/http.ts';
import { gate } from '#platform/server/limits.ts';
import { liveUpdates } from '#platform/server/live.ts';
import type { Serve } from '#platform/server/serve.ts';
import { WHOLE_FESTIVAL } from '#platform/staff.ts';
import { browserOn, PASSWORD, type TestApp, testApp } from '#testing/app.ts';
import { aCache } from '#testing/cache.ts';
import { anOrganiser } from '#testing/context.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { brokenPromises } from '#testing/permissions.ts';
import { ruleOf } from '#testing/promises.ts';
import { WHO_MAY_CALL } from '#testing/who-may-call.ts';
import { findEventIn } from '../server/app.ts';

const LONG = 120_000;
/** The scenes have more new visitors than one network is allowed. */
const ROOMY = { limits: { newVisitors: { burst: 10_000, perMinute: 10_000 }, openGames: 10_000 } };
const endpoints = await declaredEndpoints();

/** Routes without a contract: OpenAPI page, live stream and health checks. */
const WITHOUT_CONTRACT = ['GET /api/live', 'GET /api/openapi.json', 'GET /healthz', 'GET /readyz'];

/** Returns every route the router knows, parsed from its indented tree. */
function routesOf(fastify: FastifyInstance): string[] {
  const parents: string[] = [];
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([\s│]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
      const depth = indent.length / 4;
      parents.splice(depth, Infinity, part);
      const path = parents.join('').replace(/:(\w+)/g, '{$1}');
      const own = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
      return part === '*' ? [] : own.map((method) => `${method} ${path}`);
    });
}

it('serves every endpoint of every contract, and only four other routes', async () => {
  const app = await testApp();
  const declared = endpoints.map(({ route }) => route);
  expect(declared.length).toBeGreaterThan(40);
  expect(routesOf(app.fastify).sort()).toEqual([...declared, ...WITHOUT_CONTRACT].sort());
  expect(app.endpoints.map(({ route }) => route).sort()).toEqual(declared.sort());
});

it('declares the same callers as the hand-written table', () => {
  const declared = endpoints.map((endpoint) => [endpoint.route, ruleOf(endpoint)]);
  expect(Object.fromEntries(declared)).toEqual(WHO_MAY_CALL);
});

it('answers each caller as the table says, and writes nothing when it refuses', { timeout: LONG }, async () => {
  expect((await brokenPromises(await testApp('sqlite', ROOMY), endpoints)).join('\n')).toBe('');
});

it('refuses the same on PostgreSQL, and answers each call once', { timeout: LONG }, async () => {
  expect(await brokenPromises(await testApp('postgres', ROOMY), endpoints, 'postgres')).toEqual([]);
});

type Doors = { whoMay?: (endpoint: Endpoint) => Endpoint; mistake?: (caller: Caller) => Caller };

/** The same routes without the permission check, or with a wrong caller. */
async function behind({ whoMay = (endpoint) => endpoint, mistake = (caller) => caller }: Doors) {
  const app = await testApp('sqlite', ROOMY);
  const { db, now } = app.context;
  const live = liveUpdates({ relay: null, sources: [], mostStreams: 10, staleMs: 0, complain: () => undefined });
  const { fastify, serve } = await httpServer({
    ...{ publicUrl: null, trustProxy: false as const, headers: {} },
    ...{
      logger: pino({ level: 'silent' }),
      cache: aCache(),
      renders: gate({ atOnce: 4, queued: 100 }),
      live,
    },
    translate: (error) => error,
    findEvent: findEventIn(db),
    findCaller: async (jar) => mistake(await findCaller(db, jar, now)),
  });
  const served: Endpoint[] = [];
  const listed: Serve = (endpoint, handler) => {
    served.push(endpoint);
    serve({ ...endpoint, ...whoMay(endpoint) } as typeof endpoint, handler);
  };
  accessRoutes(serve, app.context);
  staffRoutes(serve, app.context);
  eventRoutes(listed, app.context);
  eventEditRoutes(listed, app.context);
  rsvpRoutes(listed, app.context);
  onTestFinished(() => live.stop());
  const browser = () => browserOn(fastify);
  const admin = async () => {
    const organiser = browser();
    await organiser.send('POST /api/admin/verify', { password: PASSWORD });
    return organiser;
  };
  const copy: TestApp = { ...app, fastify, browser, admin };
  return { copy, served };
}

it.each<[what: string, doors: Doors, isReported: (endpoint: Endpoint) => boolean, atLeast: number]>([
  ['nothing with the check', {}, () => false, 0],
  [
    'every admin endpoint without the permission check',
    { whoMay: ({ helpers: _, ...endpoint }) => ({ ...endpoint, who: 'anyone' }) as Endpoint },
    ({ who }) => who === 'admin',
    6,
  ],
  [
    'every guarded endpoint when devices pass for organisers',
    { mistake: (caller) => (caller.visitorId === null ? caller : { ...caller, staff: anOrganiser(caller.visitorId) }) },
    ({ who }) => who !== 'anyone',
    6,
  ],
  [
    'every endpoint of helpers when the room of the event is not compared',
    {
      mistake: ({ staff, ...caller }) => ({
        ...caller,
        staff: staff && { ...staff, scope: WHOLE_FESTIVAL },
      }),
    },
    ({ helpers }) => helpers !== undefined && helpers.id !== 'points',
    2,
  ],
])('control: reports %s', { timeout: LONG }, async (_, doors, isReported, atLeast) => {
  const { copy, served } = await behind(doors);
  const told = (await brokenPromises(copy, served)).map((line) => line.split(' by ')[0]);
  const guarded = served.filter(isReported).map(({ route }) => route);
  if (atLeast === 0) expect(told).toEqual([]);
  expect(guarded.length).toBeGreaterThanOrEqual(atLeast);
  expect(told).toEqual(expect.arrayContaining(guarded));
});
