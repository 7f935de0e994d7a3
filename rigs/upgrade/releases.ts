/** Makes the releases that are tried, each in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export type Release = { readonly folder: string; readonly schema: number };

const made = (root: string): string => {
  const name = readdirSync(join(root, 'release')).find((entry) => !/\.(gz|sha256)$/.test(entry));
  if (name === undefined) throw new Error(`npm run release made no folder in ${root}/release`);
  return join(root, 'release', name);
};

/** Returns the number of migrations a release has, which is the version of its schema. */
export function schemaOf(folder: string): number {
  const source = readFileSync(join(folder, 'src/database/migrate.ts'), 'utf8');
  const [, list = ''] = /MIGRATIONS[^=]*= \[([^\]]*)\]/.exec(source) ?? [];
  const count = list.split(',').filter((name) => name.trim() !== '').length;
  if (count === 0) throw new Error(`${folder} has no list of migrations`);
  return count;
}

const release = (root: string): void => {
  execFileSync('npm', ['run', 'release'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Returns the release of a commit, built from a copy of the repository, or the unpacked release that `from` names. */
export function releaseBefore(from: string, folder: string): Release {
  if (existsSync(join(from, 'boardwalk'))) return { folder: from, schema: schemaOf(from) };
  const tree = join(folder, 'tree');
  execFileSync('git', ['worktree', 'add', '--detach', tree, from], { cwd: ROOT, stdio: 'pipe' });
  try {
    release(tree);
    const kept = join(folder, 'before');
    cpSync(made(tree), kept, { recursive: true, verbatimSymlinks: true });
    return { folder: kept, schema: schemaOf(kept) };
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: ROOT, stdio: 'pipe' });
    rmSync(tree, { recursive: true, force: true });
  }
}

export function releaseNow(): Release {
  release(ROOT);
  return { folder: made(ROOT), schema: schemaOf(made(ROOT)) };
}
