/**
 * `npm run release`: makes `release/boardwalk-VERSION-PLATFORM.tar.gz` and its checksum. The archive is one folder with the
 * build, the packages it runs with, the pinned Node and a launcher. It needs neither npm nor a compiler.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtIn, copyFiles, letAllRead } from './release/files.mjs';
import { run } from './setup/child.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RELEASES = join(ROOT, 'release');
const all = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const NAME = `boardwalk-${all.version}-${process.platform}-${process.arch}`;

const runOrThrow = async (command, args, cwd) => {
  const { status, output } = await run(command, args, { cwd, capture: true });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
};

/**
 * Installs what package-lock.json names, then removes what only development needs and what the build already contains. The
 * pinned Node is an optional package; the release has it once, in `node`.
 */
const installPackages = async (folder) => {
  const trial = join(RELEASES, 'packages');
  mkdirSync(trial, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(ROOT, file), join(trial, file));
  const quietly = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runOrThrow('npm', ['ci', ...quietly], trial);
  const unneeded = builtIn(ROOT);
  const needed = Object.entries(all.dependencies).filter(([name]) => !unneeded.includes(name));
  writeFileSync(
    join(trial, 'package.json'),
    JSON.stringify({ ...all, dependencies: Object.fromEntries(needed), optionalDependencies: {} }),
  );
  await runOrThrow('npm', ['prune', '--offline', ...quietly], trial);
  cpSync(join(trial, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  rmSync(trial, { recursive: true });
};

const pack = async () => {
  const archive = join(RELEASES, `${NAME}.tar.gz`);
  const owner = ['--owner=0', '--group=0', '--sort=name'];
  await runOrThrow('tar', ['--create', '--gzip', `--file=${archive}`, ...owner, NAME], RELEASES);
  const bytes = readFileSync(archive);
  const hash = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(`${archive}.sha256`, `${hash}  ${NAME}.tar.gz\n`);
  return `release/${NAME}.tar.gz: ${(bytes.length / 1e6).toFixed(0)} MB, sha256 ${hash}`;
};

rmSync(RELEASES, { recursive: true, force: true });
const folder = join(RELEASES, NAME);
mkdirSync(folder, { recursive: true });
copyFiles(ROOT, folder);
cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
copyFileSync(realpathSync(process.execPath), join(folder, 'node'));
await installPackages(folder);
letAllRead(folder);
console.log(await pack());
