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
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      stopping = true;
      if (signal !== 'SIGINT' || !process.stdin.isTTY) stopAll(signal);
    });
  }
};
