/** The minimum a node:http server does: sends given bytes with given headers. Runs as its own process. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [file = '', headers = '{}'] = process.argv.slice(2);
const body = readFileSync(file);
const fixed = JSON.parse(headers) as Record<string, string>;

const server = createServer((_request, response) => {
  response.writeHead(200, fixed);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
