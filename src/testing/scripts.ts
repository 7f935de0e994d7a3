/** Runs an operator's script in its own process, as npm does. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a script inherits: its compiled code halves the time of its start. */
export const scriptEnv = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  ...env,
});

const run = promisify(execFile);

/** Runs `scripts/….ts ARGS`. Rejects with its output when it fails. */
export const runScript = (args: readonly string[], env: Record<string, string>) =>
  run(process.execPath, args, { env: scriptEnv(env) });
