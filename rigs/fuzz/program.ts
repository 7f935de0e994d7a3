/** The program under test, with a sender that keeps connections open. */
import { Agent } from 'node:http';
import { exchange } from '../http.ts';
import { startProgram } from '../program.ts';
import type { Send } from './pool.ts';

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
    send: sender(program.origin, agent),
    async stop() {
      stopping = true;
      agent.destroy();
      if (program.running()) await program.stop();
    },
  };
}

/** Each request has its own forwarded address, because the rate limit is not under test. */
function sender(origin: string, agent: Agent): Send {
  let asked = 0;
  return ({ method, path, headers, body }) => {
    asked += 1;
    const from = { 'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` };
    return exchange(origin, {
      call: `${method} ${path}`,
      body,
      agent,
      patience: LONGEST_WAIT,
      headers: { ...headers, ...from },
    });
  };
}
