/** Fills the inventory without a cookie, then requests it on three sockets and never reads a response. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Scenario } from '../scenario.ts';
import { add, countIn, flood, newTally } from '../wire.ts';

const SENDERS = 32;
const SOCKETS = 3;
const PIPELINED = 1500;
/** How many times longer than the filling the unread responses are kept open. */
const HOLD = 4;
const GAMES = 100;

const game = (number: number) => ({
  ...{ name: `Game ${number}`, owner: `Owner ${number}`, gameType: 'board-game', playerCount: '2-4', playTime: 60 },
  ...{ description: 'x'.repeat(2000), available: true },
});

const HELLO_MS = 2000;

/** Opens a socket, writes `text` and leaves every answer unread. */
async function neverRead(origin: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // The program may cut the connection at any time; the rig only wants to hold it.
  socket.on('error', () => socket.destroy());
  socket.pause();
  socket.write(text);
  const ready = Promise.withResolvers<void>();
  socket.once('connect', ready.resolve);
  await Promise.race([ready.promise, pause(HELLO_MS, undefined, { ref: false })]);
  return socket;
}

export const memory: Scenario = {
  name: 'memory',
  goal: 'an inventory filled by one phone and never read does not end the program',
  seconds: 4,
  async attack({ origin, address, client, limits }, { seconds, load }) {
    const most = Math.min(GAMES, limits.games);
    const filled = await flood({
      ...{ what: 'POST /api/inventory, no cookie', client: client(), atOnce: SENDERS, seconds },
      least: 2 * most,
      shot: (number) => ({ call: 'POST /api/inventory', body: game(number) }),
    });
    const read = `GET /api/inventory HTTP/1.1\r\nhost: festival.test\r\nx-forwarded-for: ${address}\r\n\r\n`;
    const pipelined = Math.ceil(load * PIPELINED);
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => neverRead(origin, read.repeat(pipelined))));
    await pause(HOLD * seconds * 1000);
    for (const socket of sockets) socket.destroy();
    const unread = newTally('GET /api/inventory, pipelined, never read');
    for (let n = 0; n < SOCKETS * pipelined; n += 1) add(unread, 0);
    return { sent: [filled, unread], checks: [atMost('games taken', countIn(filled, 201), most)] };
  },
};
