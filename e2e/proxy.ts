/** A proxy between browser and program that treats live streams badly, as some hotel networks do. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `buffer` keeps what comes until the stream ends; `pass` does nothing, until the network is taken away.
 */
type Mode = 'buffer' | 'pass';

export async function startProxy(to: string, mode: Mode) {
  let isAway = false;
  const server = createServer((asked, answer) => {
    if (isAway) return void asked.socket.destroy();
    const { url = '/', method = 'GET', headers } = asked;
    const sent = request(`${to}${url}`, { method, headers }, (response) => {
      if (url.startsWith('/api/live') && mode === 'buffer') response.resume();
      else {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      }
      answer.on('close', () => response.destroy());
    });
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends every connection and refuses new ones. */
    takeAway() {
      isAway = true;
      server.closeAllConnections();
    },
    bringBack() {
      isAway = false;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
