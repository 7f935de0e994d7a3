/** The program as a festival runs it, to be attacked: its own process, real sockets, a database of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Answered, Send } from './pool.ts';

export const PASSWORD = 'mud against the wall';

export type Attacked = {
  readonly port: number;
  readonly send: Send;
  /** What its log calls a fault, and that it ended by itself. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
};

/** Levels 50 and 60 of the log are faults. */
const FAULT = /"level":[56]0/;
const LONGEST_WAIT = 20_000;

export async function startProgram(file: string): Promise<Attacked> {
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    env: {
      ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', SAMPLE_DATA: 'off' },
      ...{ DATABASE_URL: `sqlite:${file}`, ADMIN_PASSWORD: PASSWORD, TRUST_PROXY: '127.0.0.1' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const faults: string[] = [];
  let told = '';
  let stopping = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (!stopping) faults.push(`the program ended by itself with ${code ?? signal}: ${told}`);
      reject(new Error(`the program did not start: ${told}`));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (FAULT.test(line)) faults.push(line);
      if (line.includes('"listening"')) resolve(Number(new URL(JSON.parse(line).address).port));
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    port,
    faults,
    send: sender(port, agent),
    async stop() {
      stopping = true;
      agent.destroy();
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Each request from an address of its own, as a proxy would tell it: the limit of writes is not what is tried here. */
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
