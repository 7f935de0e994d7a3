import { argon2Sync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { connect } from '#database/connect.ts';
import { readMeta } from '#database/meta.ts';
import { HASH_COST, PASSWORD as PASSWORD_KEY } from '#features/access/commands/unlock.ts';
import { freshUrl } from '#testing/database.ts';
import { PASSWORD, startProgram } from './program.ts';

/** Opens a socket as systemd does, without accepting connections. Returns its descriptor, its port and a function that closes it here. */
async function openSocket(host: string) {
  const server = createServer();
  await once(server.listen(0, host), 'listening');
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  return { fd: handle.fd, port: (server.address() as AddressInfo).port, letGo: () => void server.close() };
}

/** Some containers have no IPv6. */
const HOSTS = ['127.0.0.1', '::1'].filter((host) =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host)),
);

// See docs/behaviour.md, Settings.
it.skipIf(process.platform === 'win32').each(HOSTS)(
  'listens on a handed-over socket of %s, and answers a request that was sent before it listened',
  async (host) => {
    const { fd, port, letGo } = await openSocket(host);
    const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const starting = startProgram({ databaseUrl: 'sqlite::memory:', socket: fd });
    // From here on only the program has the socket. PORT is another one.
    letGo();
    const early = fetch(`${origin}/readyz`);
    const program = await starting;
    try {
      expect(program.origin).toBe(origin);
      expect((await early).status).toBe(200);
    } finally {
      expect(await program.stop()).toBe(0);
    }
  },
);

it('prints which port is taken, without a stack trace', async () => {
  const { port, letGo } = await openSocket('127.0.0.1');
  const message = `Port ${port} is taken by another program. End that one, or choose another with PORT or METRICS_PORT.`;
  try {
    await expect(startProgram({ databaseUrl: 'sqlite::memory:', port })).rejects.toThrow(
      new Error(`the program ended with 1: ${message}`),
    );
  } finally {
    letGo();
  }
});

it('hashes the admin password at its full cost', async () => {
  const databaseUrl = await freshUrl('sqlite');
  await (await startProgram({ databaseUrl })).stop();
  const { db, close } = await connect(databaseUrl, console.error);
  const [, salt = '', tag] = (await readMeta(db, PASSWORD_KEY))?.split(':') ?? [];
  await close();
  const cost = { parallelism: 1, tagLength: 32, ...HASH_COST };
  const hash = argon2Sync('argon2id', { message: PASSWORD, nonce: Buffer.from(salt, 'base64url'), ...cost });
  expect(tag).toBe(hash.toString('base64url'));
});
