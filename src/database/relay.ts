import type { Pool } from 'pg';
import type { Relay } from '#platform/server/live.ts';
import { type Changes, mergeChange } from '#platform/server/topics.ts';
import type { Complaint } from './connect.ts';
import type { PreparingClient } from './prepared.ts';

const CHANNEL = 'boardwalk_touched';
const RETRY_MS = 1000;
/** A receiving connection that does not answer is replaced within 15 s. */
const HEARTBEAT_MS = 5000;
/** Changes within this time share a notification, because each takes a lock of the whole database server. */
const BATCH_MS = 20;
/** PostgreSQL takes at most 8,000 bytes. */
const LONGEST = 7500;

export function postgresRelay(pool: Pool, self: string, complain: Complaint, heartbeatMs = HEARTBEAT_MS): Relay {
  let client: PreparingClient | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;
  let heartbeat: NodeJS.Timeout | null = null;
  let batch = new Map<string, Set<string> | null>();
  let timer: NodeJS.Timeout | null = null;
  let sends: Promise<void> = Promise.resolve();

  async function listen(hear: (changes: Changes | null) => void): Promise<void> {
    const { PreparingClient: Listener } = await import('./prepared.ts');
    // Not the pool's, which may be as silent as the one that this replaces.
    const listener = new Listener(pool.options);
    const lose = (error: Error) => {
      if (!giveUp(listener)) return;
      complain('lost the connection that receives other instances’ changes', error);
      listenAgain(hear);
    };
    const beat = () => {
      heartbeat = setTimeout(() => void listener.query('select 1').then(beat, lose), heartbeatMs).unref();
    };
    listener.on('notification', ({ payload }) => {
      const { from, changes } = JSON.parse(payload ?? '{}') as { from?: string; changes?: SentChange[] };
      if (from !== self) hear(changes === undefined ? null : received(changes));
    });
    // Never removed: a connection may emit several errors, also after it was ended.
    listener.on('error', lose);
    await listener.connect();
    // A connection that does not answer its end must not delay the program's.
    listener.unref();
    client = listener;
    try {
      await listener.query(`listen ${CHANNEL}`);
    } catch (error) {
      if (giveUp(listener)) throw error;
      return;
    }
    if (stopped) return void giveUp(listener);
    beat();
    // Messages sent while nobody listened are lost, so everything may have changed.
    hear(null);
  }

  function giveUp(listener: PreparingClient): boolean {
    if (client !== listener) return false;
    client = null;
    if (heartbeat !== null) clearTimeout(heartbeat);
    void listener.end();
    return true;
  }

  function listenAgain(hear: (changes: Changes | null) => void): void {
    if (stopped) return;
    retry = setTimeout(() => {
      listen(hear).catch((error: Error) => {
        complain('cannot receive other instances’ changes yet', error);
        listenAgain(hear);
      });
    }, RETRY_MS).unref();
  }

  function sendAfter(ms: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = stopped ? null : setTimeout(sendNow, ms);
  }

  function sendNow(): void {
    // Drops the result, which would hold the one before it.
    sends = Promise.all([sends, sendBatch()]).then(() => undefined);
  }

  async function sendBatch(): Promise<void> {
    timer = null;
    if (batch.size === 0) return;
    sendAfter(BATCH_MS);
    const sending = batch;
    batch = new Map();
    try {
      await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        payloadsOf(self, sending),
      ]);
    } catch (error) {
      complain('could not notify the other instances of a change yet', error as Error);
      for (const [topic, ids] of sending) mergeChange(batch, topic, ids);
      sendAfter(RETRY_MS);
    }
  }

  return {
    start: listen,
    send(changes) {
      for (const [topic, ids] of changes) mergeChange(batch, topic, ids);
      if (timer === null) sendNow();
    },
    async stop() {
      stopped = true;
      for (const pending of [retry, timer]) if (pending !== null) clearTimeout(pending);
      await sends;
      await sendBatch();
      if (client !== null) giveUp(client);
    },
  };
}
/** `ids` is null for any row. */
type SentChange = readonly [topic: string, ids: readonly string[] | null];

const received = (changes: readonly SentChange[]): Changes =>
  new Map(changes.map(([topic, ids]) => [topic, ids && new Set(ids)]));

/** Ids too long for a notification are left out: the receiver takes any row as changed. */
function payloadsOf(from: string, changes: Changes): string[] {
  const payloads: string[] = [];
  let fitting: SentChange[] = [];
  let bytes = 0;
  const finish = () => void payloads.push(JSON.stringify({ from, changes: fitting }));
  for (const [topic, ids] of changes) {
    const whole = [topic, ids && [...ids]] as const;
    const change = bytesOf(whole) <= LONGEST ? whole : ([topic, null] as const);
    if (bytes + bytesOf(change) > LONGEST) {
      finish();
      [fitting, bytes] = [[], 0];
    }
    fitting.push(change);
    bytes += bytesOf(change);
  }
  finish();
  return payloads;
}

const bytesOf = (change: SentChange): number => Buffer.byteLength(JSON.stringify(change)) + 1;
