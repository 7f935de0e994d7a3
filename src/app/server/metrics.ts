/** Lists what /metrics says; docs/operating.md "What to watch on the day" says what to do about it. */
import type { Connection } from '#database/connect.ts';
import type { Board } from '#features/announcements/commands.ts';
import { addWalkIn } from '#features/check-in/contract.ts';
import { register } from '#features/rsvps/contract.ts';
import type { AnswerCache } from '#platform/server/cache.ts';
import type { Live } from '#platform/server/live.ts';
import type { Metric } from '#platform/server/metrics.ts';
import type { RequestCounts } from '#platform/server/request-counts.ts';

export type Counted = {
  readonly requests: RequestCounts;
  readonly live: Live;
  readonly caches: Readonly<Record<string, AnswerCache>>;
  readonly connection: Pick<Connection, 'timings' | 'pool'>;
  /** Null without a channel. */
  readonly board: Board | null;
};

export const appMetrics = (counted: Counted): Metric[] => [
  ...requestMetrics(counted.requests),
  ...liveMetrics(counted.live),
  ...cacheMetrics(counted.caches),
  ...databaseMetrics(counted.connection),
  ...(counted.board === null ? [] : discordMetrics(counted.board)),
];

const requestMetrics = ({ routes, refusals, answered }: RequestCounts): Metric[] => [
  {
    name: 'boardwalk_http_requests_total',
    type: 'counter',
    help: 'Answered requests by method, route pattern and status.',
    read: () =>
      Iterator.from(routes()).flatMap(({ method, route, statuses }) =>
        Iterator.from(statuses).map(([status, value]) => ({ labels: { method, route, status }, value })),
      ),
  },
  {
    name: 'boardwalk_http_request_duration_seconds',
    type: 'histogram',
    help: 'Time from a request to the end of its answer without the upload of its body, by method and route pattern. Not of live streams.',
    read: () =>
      Iterator.from(routes())
        .filter(({ statuses }) => statuses.size > 0)
        .map(({ method, route, times }) => ({ labels: { method, route }, value: times })),
  },
  {
    name: 'boardwalk_refusals_total',
    type: 'counter',
    help: 'Refused requests by code; BROKEN for faults of the program.',
    read: () => Iterator.from(refusals()).map(([code, value]) => ({ labels: { code }, value })),
  },
  {
    name: 'boardwalk_registrations_total',
    type: 'counter',
    help: 'Answers that confirmed a place. One that is asked for again with the same Idempotency-Key counts again.',
    read: () => [
      { labels: { by: 'visitor' }, value: answered(register.call, register.status) },
      { labels: { by: 'organiser' }, value: answered(addWalkIn.call, addWalkIn.status) },
    ],
  },
];

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

function databaseMetrics({ timings, pool }: Counted['connection']): Metric[] {
  const all: Metric[] = [
    {
      name: 'boardwalk_database_duration_seconds',
      type: 'histogram',
      help: 'Time of a database statement by kind, on SQLite with the wait for a lock.',
      read: () => Iterator.from(timings.statements).map(([kind, value]) => ({ labels: { kind }, value })),
    },
  ];
  if (pool === null) {
    all.push({
      name: 'boardwalk_database_group_size',
      type: 'histogram',
      help: 'Transactions that shared one COMMIT.',
      read: () => timings.groups,
    });
    return all;
  }
  const idle = () => pool.idleCount;
  all.push({
    name: 'boardwalk_database_connections',
    type: 'gauge',
    help: 'Connections to PostgreSQL by state, without the one that receives notifications.',
    read: () => [
      { labels: { state: 'busy' }, value: pool.totalCount - idle() },
      { labels: { state: 'idle' }, value: idle() },
    ],
  });
  all.push({
    name: 'boardwalk_database_waiting',
    type: 'gauge',
    help: 'Requests that wait for a connection to PostgreSQL.',
    read: () => pool.waitingCount,
  });
  return all;
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
