/** A proxy between browser and program that treats live streams badly, as some hotel networks do. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `buffer` keeps what comes until the stream ends; `cut` ends every stream after half a second. */
type Mode = 'buffer' | 'cut';

const CUT_MS = 500;

export async function startProxy(to: string, mode: Mode) {
  const server = createServer((asked, answer) => {
    const { url = '/', method = 'GET', headers } = asked;
    const sent = request(`${to}${url}`, { method, headers }, (response) => {
      if (!url.startsWith('/api/live')) {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      } else if (mode === 'cut') {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        setTimeout(() => answer.destroy(), CUT_MS);
      } else {
        response.resume();
      }
      answer.on('close', () => response.destroy());
    });
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
