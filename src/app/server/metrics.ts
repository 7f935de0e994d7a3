/** docs/operating.md "What to watch on the day" says what to do about these. */
import type { Connection } from '#database/connect.ts';
import { STATEMENT_KINDS } from '#database/timings.ts';
import type { Board } from '#features/announcements/commands.ts';
import { addWalkIn } from '#features/check-in/contract.ts';
import { register } from '#features/rsvps/contract.ts';
import type { AnswerCache } from '#platform/server/cache.ts';
import type { Live } from '#platform/server/live.ts';
import type { Metric, Metrics } from '#platform/server/metrics.ts';
import type { RequestCounts } from '#platform/server/request-counts.ts';

export type Counted = {
  readonly requests: RequestCounts;
  readonly live: Live;
  readonly caches: Readonly<Record<string, AnswerCache>>;
  readonly connection: Pick<Connection, 'timings' | 'pool'>;
  readonly board: Board | null;
};

export function measure(metrics: Metrics, { requests, live, caches, connection, board }: Counted): void {
  measureRequests(metrics, requests);
  measureDatabase(metrics, connection);
  metrics.add([...liveMetrics(live), ...cacheMetrics(caches), ...(board === null ? [] : discordMetrics(board))]);
}

/** Seconds. */
const RESPONSE_TIMES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const REGISTERED_BY = new Map(
  (
    [
      ['visitor', register],
      ['organiser', addWalkIn],
    ] as const
  ).map(([by, { route, status }]) => [`${route.replace(/\{(\w+)\}/g, ':$1')} ${status}`, by]),
);

function measureRequests(metrics: Metrics, requests: RequestCounts): void {
  const answers = metrics.counter(
    'boardwalk_http_requests_total',
    'Answered requests by method, route pattern and status.',
    ['method', 'route', 'status'],
  );
  const times = metrics.histogram(
    'boardwalk_http_request_duration_seconds',
    'Time from a request to the end of its answer without the upload of its body, by method and route pattern. Not of live streams.',
    RESPONSE_TIMES,
    ['method', 'route'],
  );
  const refusals = metrics.counter(
    'boardwalk_refusals_total',
    'Refused requests by code; BROKEN for faults of the program.',
    ['code'],
  );
  const registrations = metrics.counter(
    'boardwalk_registrations_total',
    'Answers that confirmed a place. One that is asked for again with the same Idempotency-Key counts again.',
    ['by'],
  );
  for (const by of REGISTERED_BY.values()) registrations.inc({ by }, 0);
  requests.listen({
    answered({ method, route }, status, ms) {
      answers.inc({ method, route, status });
      if (ms !== null) times.observe({ method, route }, ms / 1000);
      const by = REGISTERED_BY.get(`${method} ${route} ${status}`);
      if (by !== undefined) registrations.inc({ by });
    },
    refused: (code) => refusals.inc({ code }),
  });
}

/** Seconds. */
const STATEMENT_TIMES = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
const GROUP_SIZES = [1, 2, 5, 10, 20, 50, 100];

function measureDatabase(metrics: Metrics, { timings, pool }: Counted['connection']): void {
  const times = metrics.histogram(
    'boardwalk_database_duration_seconds',
    'Time of a database statement by kind, on SQLite with the wait for a lock.',
    STATEMENT_TIMES,
    ['kind'],
  );
  for (const kind of STATEMENT_KINDS) times.zero({ kind });
  const groups =
    pool === null
      ? metrics.histogram('boardwalk_database_group_size', 'Transactions that shared one COMMIT.', GROUP_SIZES)
      : null;
  timings.listen({
    ran: (kind, ms) => times.observe({ kind }, ms / 1000),
    committed: (transactions) => groups?.observe(transactions),
  });
  if (pool === null) return;
  metrics.add([
    {
      name: 'boardwalk_database_connections',
      type: 'gauge',
      help: 'Connections to PostgreSQL by state, without the one that receives notifications.',
      read: () => [
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
      ],
    },
    {
      name: 'boardwalk_database_waiting',
      type: 'gauge',
      help: 'Requests that wait for a connection to PostgreSQL.',
      read: () => pool.waitingCount,
    },
  ]);
}

const liveMetrics = ({ counts }: Live): Metric[] => [
  {
    name: 'boardwalk_live_streams',
    type: 'gauge',
    help: 'Open live streams.',
    read: () => counts().open,
  },
  {
    name: 'boardwalk_live_messages_total',
    type: 'counter',
    help: 'Messages sent, one for each stream that got it. Without heartbeats.',
    read: () => counts().messages,
  },
  {
    name: 'boardwalk_live_bytes_total',
    type: 'counter',
    help: 'Bytes sent on live streams, with heartbeats.',
    read: () => counts().bytes,
  },
];

function cacheMetrics(caches: Counted['caches']): Metric[] {
  const each = (read: (counts: ReturnType<AnswerCache['counts']>) => number) => () =>
    Object.entries(caches).map(([cache, { counts }]) => ({ labels: { cache }, value: read(counts()) }));
  const RESULTS = ['hit', 'miss', 'stale'] as const;
  return [
    {
      name: 'boardwalk_cache_reads_total',
      type: 'counter',
      help: 'Reads of kept answers by result. A stale read got a copy from before a write of the last second.',
      read: () =>
        Object.entries(caches).flatMap(([cache, { counts }]) =>
          RESULTS.map((result) => ({ labels: { cache, result }, value: counts()[result] })),
        ),
    },
    {
      name: 'boardwalk_cache_entries',
      type: 'gauge',
      help: 'Kept answers.',
      read: each(({ entries }) => entries),
    },
    {
      name: 'boardwalk_cache_bytes',
      type: 'gauge',
      help: 'Bytes of kept answers, uncompressed.',
      read: each(({ bytes }) => bytes),
    },
  ];
}

const discordMetrics = ({ counts }: Board): Metric[] => [
  {
    name: 'boardwalk_discord_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'When this instance last read the announcements; 0 for not yet.',
    read: () => (counts().readAt?.getTime() ?? 0) / 1000,
  },
  {
    name: 'boardwalk_discord_failures_total',
    type: 'counter',
    help: 'Failed reads of the announcements.',
    read: () => counts().failures,
  },
  {
    name: 'boardwalk_discord_stopped',
    type: 'gauge',
    help: '1 when Discord is not asked any more until a restart.',
    read: () => Number(counts().stopped),
  },
];
