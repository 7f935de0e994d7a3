/** What a release contains, besides the build, its packages and Node. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const PARTS = ['src', 'docs', 'deploy', 'festival.json', 'LICENSE', 'CHANGELOG.md'];
const COMMANDS = ['admin-link', 'backup', 'check-discord', 'forget', 'restore'];

/** Whether the program reads the file `path` of the repository when it runs: no tests, and no screens, which are in dist. */
export const isShipped = (path) =>
  /^src\/app\/web\/([\w-]+\.js|rehearsal\.css)$/.test(path) ||
  !(/\.test\.ts$/.test(path) || /^src\/(testing\/|.*\/web\/.*\.\w+$)/.test(path) || path === 'src/testing');

const IMPORT = /(?:^import\b[^;']*|\bimport\()'((?:@[\w-]+\/)?[a-z][\w.-]*)/gm;

const packagesIn = (root, folder, isWanted) => {
  const scripts = readdirSync(join(root, folder), { recursive: true }).map(
    (path) => `${folder}/${path.split(sep).join('/')}`,
  );
  const texts = scripts
    .filter((path) => /\.tsx?$/.test(path) && isWanted(path))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name]) => name)));
};

/** Returns the names of the packages that only screens import: the build contains what they need of them. */
export const builtIn = (root) => {
  const needed = packagesIn(root, 'src', isShipped);
  return [...packagesIn(root, 'src', (path) => !isShipped(path) && !/\.test\.|^src\/testing\//.test(path))].filter(
    (name) => !needed.has(name),
  );
};

/** Copies what a release needs of the repository into `folder`. The build is not in the repository. */
export const copyFiles = (root, folder) => {
  for (const part of PARTS) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (source) => isShipped(relative(root, source).split(sep).join('/')),
    });
  }
  for (const command of COMMANDS) cpSync(join(root, `scripts/${command}.ts`), join(folder, `scripts/${command}.ts`));
  for (const own of ['boardwalk', 'README.md']) cpSync(join(root, 'scripts/release', own), join(folder, own));
  const { name, version, license, type, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Without its scripts, which need npm and the packages for development.
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, license, type, imports }, null, 2)}\n`,
  );
};

/** Sets the modes of everything in `folder`, because the program's user must read what a clone under umask 077 gives to its owner alone. */
export const letAllRead = (folder) => execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
