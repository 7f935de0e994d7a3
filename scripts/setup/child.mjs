import { spawn } from 'node:child_process';

const running = new Set();
let stopping = false;

/**
 * Runs a program and returns its exit status and, with `capture`, its output. A program that could not start or was killed
 * has a status of 1 or more. After a signal nothing new starts.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, capture?: boolean }} how
 */
export const run = async (command, args, { cwd, env = {}, capture = false } = {}) => {
  if (stopping) process.exit(130);
  const piped = capture ? 'pipe' : 'inherit';
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['inherit', piped, piped] });
  running.add(child);
  let output = '';
  const hear = (text) => {
    output += text;
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear);
  child.on('error', ({ message }) => (capture ? hear(`${message}\n`) : console.error(message)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  running.delete(child);
  return { status: code === null ? 128 : Math.abs(code), output };
};

const stopAll = (signal) => {
  stopping = true;
  for (const child of running) child.kill(signal);
};

/**
 * Forwards signals to the running programs, so that a server stops gracefully and nothing is left behind. A terminal
 * sends Ctrl+C to all of them itself; here it is only kept from ending this process first.
 */
export const forwardSignals = () => {
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
  process.on('SIGINT', () => {
    stopping = true;
    if (!process.stdin.isTTY) stopAll('SIGINT');
  });
  // npm signals the shell between it and us, and many shells end without forwarding.
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (!stopping) stopAll('SIGTERM');
  }, 200);
  watch.unref();
};
