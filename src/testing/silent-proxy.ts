/** A proxy in front of PostgreSQL that can fall silent: it accepts, swallows what it gets and never answers, not even a close. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Line = { readonly from: Socket; readonly to: Socket; silent: boolean; listens: boolean };

/** `url` may have a socket's folder as `host`, as in `RunningPostgres.localUrl`. */
export async function silentProxy(url: string) {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const target = folder === null ? { host: hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.${port}` };
  const lines = new Set<Line>();
  let deaf = false;
  // Half open: a client that ends a silent connection gets no end back.
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const line: Line = { from, to: connect(target), silent: deaf, listens: false };
    const { to } = line;
    lines.add(line);
    from.on('data', (bytes) => {
      line.listens ||= bytes.includes('listen ');
      if (!line.silent) to.write(bytes);
    });
    to.on('data', (bytes) => !line.silent && from.write(bytes));
    from.on('end', () => !line.silent && to.end());
    to.on('end', () => !line.silent && from.end());
    for (const socket of [from, to]) socket.on('error', () => socket.destroy());
    // PostgreSQL does not hear of the end of a silent connection either.
    from.on('close', () => !line.silent && to.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const silence = (which: (line: Line) => boolean) => {
    for (const line of lines) line.silent ||= which(line);
  };
  return {
    url: through.href,
    /** The connection that receives notifications answers no more; a new one does. */
    silenceListener: () => silence(({ listens }) => listens),
    /** No present connection answers any more; new ones do. */
    silencePresent: () => silence(() => true),
    /** Neither the present connections nor new ones answer, until `heal`. */
    silenceAll() {
      deaf = true;
      silence(() => true);
    },
    /** New connections answer again. Those that were silent stay so. */
    heal() {
      deaf = false;
    },
    stop() {
      server.close();
      for (const { from, to } of lines) for (const socket of [from, to]) socket.destroy();
    },
  };
}
