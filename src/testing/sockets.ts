/** Raw HTTP: servers with the connection limits, and clients that send and read what no library would. */
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ConnectionLimits, limitedServer, PATIENCE, type Patience } from '#platform/server/connections.ts';
import { LIMITS } from '#platform/server/limits.ts';

export const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

export const listenWith = (
  handle: RequestListener,
  limits: Partial<ConnectionLimits>,
  patience: Partial<Patience> = {},
): Promise<number> => listen(limitedServer(handle, { ...LIMITS, ...limits }, { ...PATIENCE, ...patience }));

/** Returns the port of a server that is closed after the test. */
export async function listen(server: Server): Promise<number> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export type Client = ReturnType<typeof openClient>;

type ClientOptions = {
  /** False: reads only after `read` is called. */
  reads?: boolean;
  /** Local address of the client; all of 127.0.0.0/8 works. */
  from?: string;
};

/** A connection that is closed after the test. */
export function openClient(port: number, { reads = true, from = '127.0.0.1' }: ClientOptions = {}) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  onTestFinished(() => void socket.destroy());
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  let heard = '';
  const read = () =>
    void socket.on('data', (text: string) => {
      heard += text;
    });
  socket.setEncoding('latin1');
  // The server may close the connection at any time.
  socket.on('error', () => {});
  socket.on('close', () => onClosed());
  if (reads) read();
  return {
    closed,
    isClosed: () => socket.destroyed,
    heard: () => heard,
    write: (text: string | Buffer) => void socket.write(text),
    read,
    /** Reads at most so many bytes in so many milliseconds. */
    readSlowly(bytes: number, ms: number) {
      socket.on('data', (text: string) => {
        heard += text;
        socket.pause();
        setTimeout(() => socket.resume(), (ms * text.length) / bytes);
      });
    },
  };
}
