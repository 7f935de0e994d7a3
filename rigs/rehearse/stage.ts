/** The trial program: one instance on SQLite, or two on PostgreSQL; one of them is killed and started again. */
import { join } from 'node:path';
import { memoryOf } from '../process.ts';
import { type Program, startProgram } from '../program.ts';

export type Stage = {
  readonly origins: readonly string[];
  readonly url: string;
  /** Log lines of level error, of every instance that ran. */
  readonly errors: () => readonly string[];
  /** Resident set of the first instance in MB; NaN where the machine does not tell. */
  memory(): number;
  /** kill -9, and a start on the same port. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
};

export type StageSettings = {
  /** Where a SQLite file goes. */
  readonly folder: string;
  /** An empty database on PostgreSQL; null for SQLite. */
  readonly postgresUrl: string | null;
  /** A module that removes a guard, for controls. */
  readonly preload?: string | undefined;
};

export async function openStage({ folder, postgresUrl, preload }: StageSettings): Promise<Stage> {
  const url = postgresUrl ?? `sqlite:${join(folder, 'rehearsal.db')}`;
  const wanted = { databaseUrl: url, env: { REHEARSAL: 'on' }, ...(preload === undefined ? {} : { preload }) };
  const everyProgram: Program[] = [];
  const start = async (port?: number): Promise<Program> => {
    const program = await startProgram(port === undefined ? wanted : { ...wanted, port });
    everyProgram.push(program);
    return program;
  };
  // One after the other: the first marks the database as a rehearsal's.
  const running = [await start()];
  if (postgresUrl !== null) running.push(await start());
  const origins = running.map(({ origin }) => origin);
  return {
    ...{ origins, url },
    errors: () => everyProgram.flatMap(({ errors }) => errors),
    memory: () => memoryOf(running[0]?.child.pid),
    async killOne() {
      await running[0]?.kill();
      running[0] = await start(Number(new URL(origins[0] ?? '').port));
    },
    async stop() {
      await Promise.all(running.map((program) => program.stop()));
    },
  };
}
