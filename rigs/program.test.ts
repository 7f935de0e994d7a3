import { spawn } from 'node:child_process';
import { argon2Sync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '#database/connect.ts';
import { readMeta } from '#database/meta.ts';
import { HASH_COST, PASSWORD as PASSWORD_KEY } from '#features/access/commands/unlock.ts';
import { freshUrl } from '#testing/database.ts';
import { PASSWORD, startProgram } from './program.ts';
import { inFolder } from './rig.ts';

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

it.skipIf(process.platform === 'win32').each(['', ...(HOSTS.includes('::1') ? ['::', '[::1]'] : [])])(
  'is healthy for the image’s check on HOST=%s, with a festival file and settings that begin with a byte-order mark',
  async (host) => {
    const [, check = ''] = readFileSync('Dockerfile', 'utf8').match(/^ {2}CMD (\[.*\])$/m) ?? [];
    const [, ...command] = JSON.parse(check) as string[];
    await inFolder(async (folder) => {
      const file = join(folder, 'festival.json');
      writeFileSync(file, `\ufeff${readFileSync('festival.json', 'utf8')}`);
      const env = { HOST: host, '\ufeffFESTIVAL_FILE': file };
      const program = await startProgram({ databaseUrl: 'sqlite::memory:', env });
      const healthy = (PORT: string) => {
        const asked = spawn(process.execPath, command, { env: { HOST: host, PORT }, stdio: 'inherit' });
        return once(asked, 'exit');
      };
      try {
        expect(await healthy(new URL(program.origin).port)).toEqual([0, null]);
        expect(await healthy('1')).toEqual([1, null]);
      } finally {
        await program.kill();
      }
    });
  },
);

it('prints an address at which it cannot listen, without a stack trace', async () => {
  const started = startProgram({ databaseUrl: 'sqlite::memory:', port: 3000, env: { HOST: '192.0.2.1' } });
  await expect(started).rejects.toThrow(
    /: 192\.0\.2\.1, port 3000: this machine cannot listen there \(EADDRNOTAVAIL\)\. Change HOST and PORT, or METRICS_HOST and METRICS_PORT\.$/,
  );
});

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
