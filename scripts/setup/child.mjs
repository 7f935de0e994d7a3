import { spawn } from 'node:child_process';

const running = new Set();
let stopping = false;

/**
 * Starts a program and answers how it ended and, with `capture`, what it printed. A program that could not start or was
 * killed counts as status 1 or more: never as success. After a signal nothing new is started.
 */
export const run = (command, args, { cwd, env = {}, capture = false } = {}) =>
  new Promise((resolve) => {
    if (stopping) process.exit(130);
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['inherit', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
    });
    running.add(child);
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => {
      running.delete(child);
      resolve({ status: 1, signal: null, output: `${output}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ status: code ?? 128, signal, output });
    });
  });

export const stopAll = (signal = 'SIGTERM') => {
  for (const child of running) child.kill(signal);
};

/**
 * Hands signals on to whatever runs, so that a server stops gracefully and nothing is left behind. A terminal's Ctrl+C
 * reaches the whole group by itself; it is then only kept from ending this process before its children.
 */
export const passSignalsOn = () => {
  const stop = (signal) => {
    stopping = true;
    stopAll(signal);
  };
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  process.on('SIGINT', () => {
    stopping = true;
    if (!process.stdin.isTTY) stopAll('SIGINT');
  });
  if (process.env.npm_lifecycle_event) whenParentEnds(() => stopping || stop('SIGTERM'));
};

/** npm hands a signal to the shell between it and us, and many a shell ends without handing it on. */
const whenParentEnds = (then) => {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, 200);
  watch.unref();
};
