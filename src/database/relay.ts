/** Messages between instances, over PostgreSQL's LISTEN and NOTIFY. */
import type { Pool, PoolClient } from 'pg';
import type { Relay } from '#platform/server/live.ts';
import type { Complaint } from './connect.ts';

const CHANNEL = 'boardwalk_touched';
const RETRY_MS = 1000;

export function postgresRelay(pool: Pool, self: string, complain: Complaint): Relay {
  let client: PoolClient | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;

  async function listen(hear: (topics: readonly string[] | null) => void): Promise<void> {
    const listener = await pool.connect();
    if (stopped) return listener.release();
    client = listener;
    listener.on('notification', ({ payload }) => {
      const message = JSON.parse(payload ?? '{}') as { from?: string; topics?: string[] };
      if (message.from !== self) hear(message.topics ?? null);
    });
    // Never removed: a connection may emit several errors, also after it was released.
    listener.on('error', (error: Error) => {
      if (!giveBack(listener)) return;
      complain('lost the connection that receives other instances’ changes', error);
      listenAgain(hear);
    });
    try {
      await listener.query(`listen ${CHANNEL}`);
    } catch (error) {
      if (giveBack(listener)) throw error;
      return;
    }
    // Messages sent while nobody listened are lost, so everything may have changed.
    hear(null);
  }

  /** Returns whether the connection was still held: releasing it twice throws inside the pool. */
  function giveBack(listener: PoolClient): boolean {
    if (client !== listener) return false;
    client = null;
    listener.release(true);
    return true;
  }

  function listenAgain(hear: (topics: readonly string[] | null) => void): void {
    if (stopped) return;
    retry = setTimeout(() => {
      listen(hear).catch((error: Error) => {
        complain('cannot receive other instances’ changes yet', error);
        listenAgain(hear);
      });
    }, RETRY_MS).unref();
  }

  return {
    start: listen,
    send(topics) {
      const payload = JSON.stringify({ from: self, topics });
      pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch((error: Error) => {
        complain('could not notify the other instances of a change', error);
      });
    },
    async stop() {
      stopped = true;
      if (retry !== null) clearTimeout(retry);
      if (client !== null) giveBack(client);
    },
  };
}
