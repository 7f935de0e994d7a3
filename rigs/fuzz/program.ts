/** The program under test, with a sender that keeps connections open. */
import { Agent, request } from 'node:http';
import { startProgram } from '../program.ts';
import type { Answered, Send } from './pool.ts';

export type Attacked = {
  readonly port: number;
  readonly send: Send;
  /** Errors in its log, and an unexpected exit. */
  faults(): readonly string[];
  stop(): Promise<void>;
};

const LONGEST_WAIT = 20_000;

export async function startAttacked(file: string): Promise<Attacked> {
  const program = await startProgram({ databaseUrl: `sqlite:${file}` });
  const ends: string[] = [];
  let stopping = false;
  void program.ended.then((end) => {
    if (!stopping) ends.push(`the program ended by itself with ${end}: ${program.stderr.join('\n')}`);
  });
  const port = Number(new URL(program.origin).port);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    port,
    faults: () => [...program.errors, ...ends],
    send: sender(port, agent),
    async stop() {
      stopping = true;
      agent.destroy();
      if (program.running()) await program.stop();
    },
  };
}

/** Each request has its own forwarded address, because the rate limit is not under test. */
function sender(port: number, agent: Agent): Send {
  let asked = 0;
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      asked += 1;
      const from = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const outgoing = request(
        {
          ...{ host: '127.0.0.1', port, agent, method, path, timeout: LONGEST_WAIT },
          headers: { ...headers, ...length, 'x-forwarded-for': from },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () => {
            const { statusCode: status = 0 } = answer;
            resolve({ status, headers: answer.headers, body: String(Buffer.concat(parts)) } satisfies Answered);
          });
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('kept waiting')));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}
