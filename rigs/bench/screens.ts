/** Open screens of a program, in a process of their own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, Seen } from './screens-worker.ts';

export type Screens = {
  /** Returns what arrived since the last report. */
  report(): Promise<Seen>;
  close(): void;
};

async function ask<T>(child: ChildProcess, order: Order): Promise<T> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the screens ended');
  });
  child.send(order);
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  return answer as T;
}

/** Opens so many screens that watch these topics. */
export async function openScreens(origin: string, count: number, topics: string): Promise<Screens> {
  const child = fork(join(import.meta.dirname, 'screens-worker.ts'), { serialization: 'advanced' });
  // As a page does that was drawn just now.
  const path = `/api/live?watch=${topics}&since=${Date.now()}`;
  await ask(child, { open: { port: Number(new URL(origin).port), path, count } });
  return { report: () => ask<Seen>(child, { report: true }), close: () => child.disconnect() };
}
