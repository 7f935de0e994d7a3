import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';

const MIB = 1024 * 1024;

async function listening() {
  const app = await testApp();
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  return (app.fastify.server.address() as AddressInfo).port;
}

/** Sends a body of this length in chunks and reads only after sending all of it, as simple clients do. */
async function sendThenRead(port: number, length: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let broken: Error | null = null;
  socket.on('error', (error) => {
    broken = error;
  });
  socket.write(
    `POST /api/users HTTP/1.1\r\nhost: festival.test\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  const piece = Buffer.alloc(MIB / 16, 'a');
  for (let sent = 0; sent < length && broken === null; sent += piece.length) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (broken !== null) throw broken;
  const [answer] = await once(socket.setEncoding('utf8'), 'data');
  socket.destroy();
  return answer;
}

it.each([1, 8, 20])('a client that sends %i MiB before reading gets 413', async (mebibytes) => {
  const answer = await sendThenRead(await listening(), mebibytes * MIB);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('{"code":"TOO_LARGE","message":"That is larger than the server accepts here."}');
});

it('closes the connection of a client that sends without end', async () => {
  await expect(sendThenRead(await listening(), 400 * MIB)).rejects.toThrow(/EPIPE|ECONNRESET/);
});
