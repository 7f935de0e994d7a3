import { readFileSync } from 'node:fs';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Complaint, Connection } from '#database/connect.ts';
import type { Duties } from '#database/duties.ts';
import { asRefusal } from '#database/portable.ts';
import { postgresRelay } from '#database/relay.ts';
import type { Db } from '#database/schema.ts';
import { onCommit } from '#database/transactions.ts';
import { type HashCost, type PasswordContext, readSecret } from '#features/access/commands/unlock.ts';
import type { Channel } from '#features/announcements/client.ts';
import { announcementBoard } from '#features/announcements/commands.ts';
import { readId } from '#features/brackets/rules/wire.ts';
import type { WarningSource } from '#features/events/routes.ts';
import { proxyWarnings } from '#features/events/rules/attention.ts';
import { readScoped } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import { openAdmission } from '#features/limits/commands/admission.ts';
import { readMessageEvent } from '#features/news/messages/store.ts';
import { type Deliver, openPush } from '#features/news/push/client.ts';
import { readPushKeys, refusedSends } from '#features/news/push/commands.ts';
import { hasPhones, OUTBOX } from '#features/news/push/store.ts';
import { findEntry } from '#features/queue/store.ts';
import { readEventId } from '#features/rsvps/store.ts';
import { findCaller } from '#features/staff/session.ts';
import { BUILD_HEADER } from '#platform/build.ts';
import type { Endpoint } from '#platform/contract.ts';
import { answerCache, type CachedAnswer } from '#platform/server/cache.ts';
import { type Jar, watchUnnamedProxies } from '#platform/server/caller.ts';
import { securityHeaders } from '#platform/server/headers.ts';
import { httpServer } from '#platform/server/http.ts';
import { type Gate, gate, LIMITS, type Limits } from '#platform/server/limits.ts';
import { type Live, liveUpdates } from '#platform/server/live.ts';
import { type Metrics, openMetrics } from '#platform/server/metrics.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import { openApi } from '#platform/server/openapi.ts';
import { requestCounts } from '#platform/server/request-counts.ts';
import type { FindEvent, Serve } from '#platform/server/serve.ts';
import type { Built } from './built.ts';
import { addFeatureRoutes } from './feature-routes.ts';
import { measure } from './metrics.ts';
import { addPages } from './pages.ts';
import type { Settings } from './settings.ts';
import { hooksWith, SLICES } from './slices.ts';
import { addSystemRoutes } from './system-routes.ts';
import { type Host, NO_HOST, systemWarnings } from './system-warnings.ts';

export const findEventIn =
  (db: Db): FindEvent =>
  async (kind, id) => {
    const ids = {
      event: async () => id,
      place: () => readEventId(db, id),
      match: async () => readId(id)?.eventId ?? null,
      message: () => readMessageEvent(db, id),
      queue: async () => (await findEntry(db, id))?.eventId ?? null,
    };
    const eventId = await ids[kind]();
    return eventId === null || eventId === 'none' ? eventId : readScoped(db, eventId);
  };

export type AppParts = {
  settings: Pick<Settings, 'publicUrl' | 'trustProxy'> &
    Partial<Pick<Settings, 'metrics' | 'adminPassword' | 'pushLoopback'>>;
  festival: Festival;
  /** Of festival.json; null or omitted for none. */
  badgeWord?: string | null;
  connection: Connection;
  channel?: Channel | null;
  logger: FastifyBaseLogger;
  /** Null leaves the pages out, so that routes can be tested without a build. */
  built: Built | null;
  now(): Date;
  clock?: MovableClock | null;
  newId(): string;
  checkAnswers?: boolean;
  /** For tests. */
  limits?: Partial<Limits>;
  hashCost: HashCost;
  /** A program without a file has none. */
  hostWarnings?: readonly WarningSource[];
  host?: Host;
  /** Before an erasure. Returns the file's name; null or omitted on PostgreSQL. */
  backUp?: (() => Promise<string>) | null;
};

export type App = {
  fastify: FastifyInstance;
  context: PasswordContext;
  endpoints: readonly Endpoint[];
  deliver: Deliver;
  onTold(wake: () => void): void;
  metrics: Metrics | null;
  stop(): Promise<void>;
};

const VERSION: string = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;

/** Longer than a phone pauses between two requests of one page. */
const SHUTDOWN_MS = 1000;

/** A push service can ask there about our messages; it refuses http and this machine, Apple also `.invalid`. */
const subjectOf = (publicUrl: string | null): string =>
  publicUrl?.startsWith('https:') ? publicUrl : 'mailto:push@boardwalk.invalid';

const NOTHING_INLINE = { scripts: [], styles: [] };

function openLive({ connection: { db, pool }, newId }: AppParts, limits: Limits, complain: Complaint): Live {
  const relay = pool === null ? null : postgresRelay(pool, newId(), complain);
  const sources = SLICES.flatMap(({ live = [] }: Duties) =>
    live.map((list) => ({ ...list, read: (of: string, ids: readonly string[] | null) => list.read(db, of, ids) })),
  );
  const { streams: mostStreams, staleMs } = limits;
  const live = liveUpdates({ relay, sources, mostStreams, staleMs, complain });
  onCommit(db, live.publish);
  return live;
}

function openCaches({ now }: AppParts, { staleMs }: Limits, live: Live, renders: Gate) {
  const parts = {
    now: () => now().getTime(),
    position: live.position,
    isAlone: live.isAlone,
    staleMs,
    background: (make: () => Promise<CachedAnswer>) => renders('nobody waits for it', make),
  };
  const cache = answerCache(parts);
  const eventPages = answerCache({ ...parts, bounds: { entries: 200, bytes: 8 * 1024 * 1024 } });
  for (const { touched } of [cache, eventPages]) live.subscribe(touched);
  return { cache, eventPages };
}

export async function buildApp(parts: AppParts): Promise<App> {
  const { connection, festival, built, logger, hashCost, now, newId, clock = null } = parts;
  const { publicUrl, trustProxy, adminPassword = null, metrics: wanted = null, pushLoopback = false } = parts.settings;
  const { db } = connection;
  const limits = { ...LIMITS, ...parts.limits };
  const pushKeys = await readPushKeys(db);
  const base = { db, limits, secret: await readSecret(db), hashCost, festivalFile: festival, now, newId };
  const readFestival = () => festivalInForce(base);
  const admission = openAdmission(base, parts.badgeWord ?? null);
  const context: PasswordContext = { ...base, hooks: hooksWith(admission) };
  const complain: Complaint = (message, error) => logger.error({ err: error }, message);
  const live = openLive(parts, limits, complain);
  const renders = gate({ atOnce: limits.renders, queued: limits.atOnce });
  const { cache, eventPages } = openCaches(parts, limits, live, renders);
  live.subscribe(admission.touched);
  const requests = requestCounts();
  const build = built?.hash ?? 'none';
  const forRequests = {
    cache,
    renders,
    live,
    counts: requests,
    publicUrl,
    findCaller: (jar: Jar) => findCaller(db, jar, now),
    findEvent: findEventIn(db),
  };
  const { fastify, fast, serve, shutDown } = await httpServer({
    ...forRequests,
    trustProxy,
    logger,
    headers: { ...securityHeaders(built?.inlineHashes ?? NOTHING_INLINE), [BUILD_HEADER]: build },
    translate: asRefusal,
    limits,
    checkAnswers: parts.checkAnswers ?? false,
  });

  const unnamedProxies = watchUnnamedProxies(fastify, () => now().getTime());
  const zone = festival.timeZone;
  const board = announcementBoard({ db, channel: parts.channel ?? null, zone, now, publish: live.touch, log: logger });
  const refused = refusedSends(now);
  const system = {
    host: parts.host ?? NO_HOST,
    clock,
    requests,
    live,
    mostStreams: limits.streams,
    connection,
    publicUrl,
    push: { hasPhones: () => hasPhones(db), refused: refused.list },
  };
  const warnings = [
    () => proxyWarnings(unnamedProxies()),
    ...(parts.hostWarnings ?? []),
    ...systemWarnings(system, zone, trustProxy !== false),
  ];
  const endpoints: Endpoint[] = [];
  const listed: Serve = (endpoint, handler) => {
    endpoints.push(endpoint);
    serve(endpoint, handler);
  };
  addFeatureRoutes(listed, context, {
    publicUrl,
    board,
    warnings,
    clock,
    complain,
    backUp: parts.backUp ?? null,
    push: { publicKey: pushKeys.publicKey, loopback: pushLoopback },
    hasOwnPassword: adminPassword !== null,
  });

  const metrics = wanted === null ? null : await openMetrics();
  if (metrics !== null) {
    const caches = { answers: cache, event_pages: eventPages };
    measure(metrics, { requests, live, caches, connection, board: parts.channel ? board : null });
  }
  const token = wanted === null || wanted.own !== null ? null : wanted.token;
  let stopping = false;
  addSystemRoutes(fastify, {
    ...forRequests,
    db,
    fast,
    metrics: metrics !== null && token !== null ? { metrics, token } : null,
    describeApi: async () => openApi(`${(await readFestival()).name} on Boardwalk`, VERSION, endpoints),
    isStopping: () => stopping,
  });
  if (built !== null)
    addPages(fastify, built, { ...forRequests, db, fast, readFestival, zone, eventPages, board, now });
  await live.start();
  return {
    fastify,
    context,
    endpoints,
    deliver: openPush({
      keys: pushKeys,
      subject: subjectOf(publicUrl),
      loopback: pushLoopback,
      now,
      onDropped(why, host) {
        refused.add(host, why);
        logger.warn({ why }, 'gave up a push message');
      },
    }),
    onTold: (wake) =>
      live.subscribe((topics) => {
        if (topics?.includes(OUTBOX) !== false) wake();
      }),
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
