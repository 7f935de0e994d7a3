/** Spreads connections over instances in turn, like a load balancer, in its own process. Sends its port. */
import { type AddressInfo, connect, createServer } from 'node:net';

const ports = process.argv.slice(2).map(Number);
let next = 0;

const server = createServer((from) => {
  const to = connect({ port: ports[next++ % ports.length] ?? 0, host: '127.0.0.1' });
  from.pipe(to).pipe(from);
  from.on('error', () => to.destroy());
  to.on('error', () => from.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
