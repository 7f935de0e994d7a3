/** The whole program. The same for visitors and for tests. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { onCommit } from '#database/changes.ts';
import type { Connection } from '#database/connect.ts';
import type { Duties } from '#database/duties.ts';
import { asRefusal } from '#database/portable.ts';
import { postgresRelay } from '#database/relay.ts';
import { type HashCost, type PasswordContext, readSecret } from '#features/access/commands/unlock.ts';
import { findCaller } from '#features/access/session.ts';
import { openAdmission } from '#features/admission/commands.ts';
import type { Channel } from '#features/announcements/client.ts';
import { announcementBoard } from '#features/announcements/commands.ts';
import type { WarningSource } from '#features/attention/routes.ts';
import { proxyWarnings } from '#features/attention/rules.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import type { Endpoint } from '#platform/contract.ts';
import { RELEASE_HEADER } from '#platform/release.ts';
import { answerCache } from '#platform/server/cache.ts';
import type { Jar } from '#platform/server/caller.ts';
import type { CachedAnswer } from '#platform/server/entry.ts';
import { securityHeaders } from '#platform/server/headers.ts';
import { httpServer } from '#platform/server/http.ts';
import { LIMITS, type Limits } from '#platform/server/limits.ts';
import { liveUpdates } from '#platform/server/live.ts';
import { type Metrics, openMetrics } from '#platform/server/metrics.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import { watchUnnamedProxies } from '#platform/server/network.ts';
import { openApi } from '#platform/server/openapi.ts';
import { OURSELVES, renderGate } from '#platform/server/renders.ts';
import { requestCounts } from '#platform/server/request-counts.ts';
import type { Serve } from '#platform/server/serve.ts';
import { inSteps } from '#platform/server/steps.ts';
import type { Built } from './built.ts';
import { addFeatureRoutes } from './feature-routes.ts';
import { hooksWith } from './hooks.ts';
import { appMetrics } from './metrics.ts';
import { addPages } from './pages.ts';
import type { Settings } from './settings.ts';
import { SLICES } from './slices.ts';
import { addSystemRoutes } from './system-routes.ts';
import { type Host, NO_HOST, onFestivalClock, systemState, systemWarnings, VERSION } from './system-state.ts';

export type AppParts = {
  settings: Pick<Settings, 'publicUrl' | 'trustProxy'> & Partial<Pick<Settings, 'metrics' | 'adminPassword'>>;
  /** What festival.json says. */
  festival: Festival;
  /** festival.json's badge word; null or omitted for none. */
  badgeWord?: string | null;
  connection: Connection;
  /** The announcements channel; omitted for none. */
  channel?: Channel | null;
  logger: FastifyBaseLogger;
  /** Null leaves the pages out, so that routes can be tested without a build. */
  built: Built | null;
  now(): Date;
  /** The clock that organisers may move; null or omitted without a rehearsal. */
  clock?: MovableClock | null;
  newId(): string;
  checkAnswers?: boolean;
  /** Overrides of the limits, for tests. */
  limits?: Partial<Limits>;
  /** Of the admin password. */
  hashCost: HashCost;
  /** Of the machine; a program without a file has none. */
  hostWarnings?: readonly WarningSource[];
  host?: Host;
};

export type App = {
  fastify: FastifyInstance;
  context: PasswordContext;
  endpoints: readonly Endpoint[];
  /** Null when no setting asks for them. */
  metrics: Metrics | null;
  stop(): Promise<void>;
};

/** Milliseconds a shutdown waits for open connections: longer than a phone pauses between two requests of one page. */
const SHUTDOWN_MS = 1000;

const NOTHING_INLINE = { scripts: [], styles: [] };

export async function buildApp(parts: AppParts): Promise<App> {
  const { connection, festival, built, logger } = parts;
  const { db } = connection;
  const limits = { ...LIMITS, ...parts.limits };
  const readFestival = () => festivalInForce(db, festival);
  const { hashCost, now, newId } = parts;
  const base = { db, limits, secret: await readSecret(db), hashCost, now, newId };
  const admission = openAdmission(base, parts.badgeWord ?? null);
  const context: PasswordContext = { ...base, hooks: hooksWith(admission) };
  const complain = (message: string, error: Error) => logger.error({ err: error }, message);
  const relay = connection.pool === null ? null : postgresRelay(connection.pool, parts.newId(), complain);
  const sources = SLICES.flatMap(({ live = [] }: Duties) =>
    live.map((list) => ({ ...list, read: (of: string, ids: readonly string[] | null) => list.read(db, of, ids) })),
  );
  const { streams: mostStreams, staleMs } = limits;
  const live = liveUpdates({ relay, sources, mostStreams, staleMs, complain });
  onCommit(db, live.publish);
  const renders = renderGate(limits);
  const kept = {
    now: () => parts.now().getTime(),
    position: live.position,
    isAlone: live.isAlone,
    staleMs,
    background: (make: () => Promise<CachedAnswer>) => renders(OURSELVES, make),
  };
  const cache = answerCache(kept);
  const eventPages = answerCache({ ...kept, bounds: { entries: 200, bytes: 8 * 1024 * 1024 } });
  live.subscribe((topics) => {
    cache.touched(topics);
    eventPages.touched(topics);
    admission.touched(topics);
  });
  const requests = requestCounts();
  const callers = {
    publicUrl: parts.settings.publicUrl,
    findCaller: (jar: Jar) => findCaller(db, jar, parts.now),
  };
  const { fastify, fast, serve, shutDown } = await httpServer({
    ...parts.settings,
    logger,
    cache,
    renders,
    live,
    counts: requests,
    headers: { ...securityHeaders(built?.inlineHashes ?? NOTHING_INLINE), [RELEASE_HEADER]: built?.release ?? 'none' },
    translate: asRefusal,
    ...callers,
    limits,
    checkAnswers: parts.checkAnswers ?? false,
  });

  const unnamedProxies = watchUnnamedProxies(fastify, () => parts.now().getTime());

  const endpoints: Endpoint[] = [];
  const listed: Serve = (endpoint, handler) => {
    endpoints.push(endpoint);
    serve(endpoint, handler);
  };
  const board = announcementBoard({
    db,
    channel: parts.channel ?? null,
    zone: festival.timeZone,
    now: parts.now,
    publish: live.touch,
    log: logger,
  });
  const channelBoard = parts.channel ? board : null;
  const { publicUrl, trustProxy, adminPassword = null } = parts.settings;
  const hasOwnPassword = adminPassword !== null;
  const { clock = null } = parts;
  const system = {
    requests,
    live,
    connection,
    board: channelBoard,
    publicUrl,
    mostStreams: limits.streams,
    host: onFestivalClock(parts.host ?? NO_HOST, clock),
    release: built?.release ?? 'none',
  };
  const warnings = [
    () => proxyWarnings(unnamedProxies()),
    board.warnings,
    ...(parts.hostWarnings ?? []),
    ...systemWarnings(system, festival.timeZone, trustProxy !== false),
  ];
  const state = () => systemState(system);
  addFeatureRoutes(listed, context, {
    ...callers,
    festival,
    hasOwnPassword,
    board,
    warnings,
    clock,
    complain,
    system: state,
  });

  const counted = { requests, live, connection, caches: { answers: cache, event_pages: eventPages } };
  const wanted = parts.settings.metrics ?? null;
  const metrics = wanted === null ? null : await openMetrics(appMetrics({ ...counted, board: channelBoard }));
  const token = wanted === null || wanted.own !== null ? null : wanted.token;
  let stopping = false;
  addSystemRoutes(fastify, {
    db,
    live,
    cache,
    renders,
    fast,
    counts: requests,
    metrics: metrics !== null && token !== null ? { metrics, token } : null,
    ...callers,
    describeApi: async () => inSteps(openApi(`${(await readFestival()).name} on Boardwalk`, VERSION, endpoints)),
    isStopping: () => stopping,
  });
  if (built !== null)
    addPages(fastify, built, {
      ...callers,
      db,
      readFestival,
      zone: festival.timeZone,
      cache,
      eventPages,
      renders,
      board,
      live,
      fast,
      counts: requests,
      now: parts.now,
    });
  await live.start();
  return {
    fastify,
    context,
    endpoints,
    metrics,
    async stop() {
      stopping = true;
      await live.stop();
      await board.stop();
      await shutDown(SHUTDOWN_MS);
      await fastify.close();
      await connection.close();
    },
  };
}
