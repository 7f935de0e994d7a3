/** Makes the releases that are tried, each in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '#database/sqlite.ts';
import { onServer } from '#testing/postgres.ts';

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
  const [, list = ''] = /MIGRATIONS[^=]*= \[([\s\S]*?)\];/.exec(source) ?? [];
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

/** A column that every new phone's row has, so that a program without the migration fails at once. */
const [COLUMN, RENAMED] = ['hold_key', 'trial_key'];

/** Returns a copy of a release that has one more migration, as the next one might. */
export function releaseAfter({ folder }: Release, copy: string): Release {
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  const source = join(copy, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files.filter((name) => !name.includes('migrations'))) {
    const text = readFileSync(join(source, file), 'utf8');
    if (text.includes(COLUMN)) writeFileSync(join(source, file), text.replaceAll(COLUMN, RENAMED));
  }
  const list = join(source, 'database/migrate.ts');
  const migration = `() => ['alter table visitors rename column ${COLUMN} to ${RENAMED}']`;
  writeFileSync(
    list,
    readFileSync(list, 'utf8').replace(/(MIGRATIONS[^=]*= \[[\s\S]*?),?\s*\];/, `$1, ${migration}];`),
  );
  return { folder: copy, schema: schemaOf(copy) };
}

const UNDO = `alter table visitors rename column ${RENAMED} to ${COLUMN}; update schema_version set version = version - 1`;

/** Takes the migration of `releaseAfter` back. */
export async function undoTrial(databaseUrl: string): Promise<void> {
  if (!databaseUrl.startsWith('sqlite:')) {
    await onServer(databaseUrl, UNDO);
    return;
  }
  const database = openSqlite(databaseUrl.slice('sqlite:'.length));
  database.exec(UNDO);
  database.close();
}
