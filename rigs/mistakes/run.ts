/**
 * `npm run mistakes [-- ID…] [--no-journeys] [--lanes N]`: makes the mistakes of list.json, one at a time, in copies of the working tree, and prints those
 * that no test notices. A mistake names the tests that are likeliest to notice it; where those pass, all quick tests of its slice are tried.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from '../../scripts/setup/child.mjs';
import { inFolder, print, refuseUnknown } from '../rig.ts';

type Mistake = {
  id: string;
  kind: 'rule' | 'guard' | 'sql' | 'screen' | 'worker' | 'other';
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  /** Paths of tests, the quickest first. */
  tests: string[];
};

type Verdict = { id: string; noticed: string | null };

const { values, positionals } = parseArgs({
  options: { 'no-journeys': { type: 'boolean', default: false }, lanes: { type: 'string' } },
  allowPositionals: true,
});
const lanes = Number(values.lanes ?? availableParallelism());

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIST: readonly Mistake[] = JSON.parse(readFileSync(new URL('list.json', import.meta.url), 'utf8'));

/** Copies the working tree, without what git ignores. */
function copyTree(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const path of listed
    .toString()
    .split('\0')
    .filter((name) => name !== '' && name !== 'node_modules' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(ROOT, path), join(to, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
}

const isJourney = (path: string): boolean => path.startsWith('e2e/');

const sliceOf = (file: string): string =>
  /^src\/(?:features\/[^/]+|app\/[^/]+|platform\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file;

/** The commands to try, in their order; each fails when it notices the mistake. */
function attemptsFor({ file, tests }: Mistake, tree: string): { name: string; args: string[]; quick: boolean }[] {
  const present = tests.filter((path) => existsSync(join(tree, path)));
  const unit = present.filter((path) => !isJourney(path));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--maxWorkers=1', '--reporter=dot'];
  const attempts = [{ name: 'slice', args: [...vitest, `${sliceOf(file)}/`], quick: true }];
  if (unit.length > 0) attempts.unshift({ name: 'unit', args: [...vitest, ...unit], quick: false });
  for (const journey of values['no-journeys'] ? [] : present.filter(isJourney))
    attempts.push({ name: journey, args: ['scripts/test.mjs', 'e2e', journey], quick: false });
  return attempts;
}

async function make(mistake: Mistake, tree: string): Promise<Verdict> {
  const path = join(tree, mistake.file);
  const text = readFileSync(path, 'utf8');
  if (text.split(mistake.find).length !== 2)
    throw new Error(`${mistake.id}: ${mistake.file} has its text ${text.split(mistake.find).length - 1} times`);
  writeFileSync(
    path,
    text.replace(mistake.find, () => mistake.replace),
  );
  try {
    for (const { name, args, quick } of attemptsFor(mistake, tree)) {
      const env = { QUICK_TESTS: quick ? 'yes' : undefined };
      const { status, output } = await run(process.execPath, args, { cwd: tree, capture: true, env });
      if (status !== 0) return { id: mistake.id, noticed: `${name}: ${firstFailure(output)}` };
    }
    return { id: mistake.id, noticed: null };
  } finally {
    writeFileSync(path, text);
  }
}

/** A line of the output that names what failed. */
const firstFailure = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /FAIL|^\d+\) |Error:/.test(line))
    ?.slice(0, 160) ?? 'ended with an error';

refuseUnknown(
  positionals,
  LIST.map(({ id }) => id),
);
const pending = LIST.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const total = pending.length;
const escaped: string[] = [];
await inFolder(async (folder) => {
  const works = Array.from({ length: lanes }, async (_, number) => {
    const tree = join(folder, `${number}`);
    copyTree(tree);
    for (let mistake = pending.shift(); mistake !== undefined; mistake = pending.shift()) {
      const { id, noticed } = await make(mistake, tree);
      print(`${id} ${mistake.kind} ${mistake.file}: ${noticed ?? 'NOT NOTICED'}`);
      if (noticed === null) escaped.push(id);
    }
  });
  await Promise.all(works);
});
print(`\n${total - escaped.length} of ${total} noticed. Not noticed: ${escaped.sort().join(', ') || 'none'}`);
process.exitCode = escaped.length === 0 ? 0 : 1;
