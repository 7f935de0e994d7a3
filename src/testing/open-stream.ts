/** A live stream of the real app, which must listen. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { noteChange } from '#database/transactions.ts';
import { MINE } from '#platform/live.ts';
import type { Browser, TestApp } from './app.ts';

/** Opens /api/live. The function returns what was heard since its last call, when everything announced has arrived; call it twice. */
export async function openStream(
  app: TestApp,
  browser: Browser,
  topics: readonly string[],
): Promise<() => Promise<string>> {
  const barriers = ['barrier:1', 'barrier:2'];
  const { port } = app.fastify.server.address() as AddressInfo;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const path = `/api/live?watch=${encodeURIComponent([...topics, ...barriers].join(','))}`;
  const request = get({ host: '127.0.0.1', port, path, headers: { host: 'festival.test', cookie } });
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return async () => {
    const barrier = barriers.shift() ?? '';
    noteChange(app.context.db, barrier);
    while (!text.includes(`{"topic":"${barrier}"}`) && !answer.readableEnded)
      await Promise.race([once(answer, 'data'), once(answer, 'end')]);
    // After a device has left its visitor the browser connects again, and asks again what is its own.
    const heard = answer.readableEnded ? `${text}\nevent: touched\ndata: {"topic":"${MINE}"}\n` : text;
    text = '';
    return heard;
  };
}
