/** Another build of the program: this one with another hash, other files, and what a test changes in it. */
import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles } from '../scripts/release/files.mjs';
import { buildHash } from '../scripts/setup/build.mjs';
import { type Program, repository, type Settings, startProgram } from './program.ts';

type Change = {
  /** Start of the name of a script whose name differs in the other build. */
  readonly renamed: string;
  /** The other build's service worker; this one's by default. */
  readonly worker?: string;
};

/** Starts it on a database of its own. `gone` is the address of the file that only this build has. */
export async function startOther(change: Change, settings: Settings = {}): Promise<Program & { gone: string }> {
  const root = await mkdtemp(join(tmpdir(), 'boardwalk-build-'));
  copyFiles(repository, root);
  await cp(join(repository, 'dist'), join(root, 'dist'), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  const gone = await renameScript(join(root, 'dist/web'), change.renamed);
  const main = join(root, 'dist/worker/main.js');
  if (change.worker === undefined) await appendFile(main, '\n// another build\n');
  else await writeFile(main, change.worker);
  await writeFile(join(root, 'dist/release'), buildHash(root));
  const program = await startProgram(settings, root);
  return {
    ...program,
    gone,
    async stop() {
      await program.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Gives a script another name, in every file that names it. */
async function renameScript(web: string, start: string): Promise<string> {
  const files = (await readdir(web, { recursive: true })).filter((path) => /\.(js|json)$/.test(path));
  const script = files.find((path) => path.startsWith(`assets/${start}`));
  if (script === undefined) throw new Error(`The build has no assets/${start}…`);
  const name = script.slice('assets/'.length);
  const other = name.replace('.js', '-2.js');
  for (const path of files) {
    const text = await readFile(join(web, path), 'utf8');
    if (!text.includes(name)) continue;
    await writeFile(join(web, path), text.replaceAll(name, other));
    for (const packed of ['.br', '.gz']) await rm(join(web, path + packed), { force: true });
  }
  await rename(join(web, script), join(web, 'assets', other));
  for (const packed of ['.br', '.gz']) await rm(join(web, script + packed), { force: true });
  return `/${script}`;
}
