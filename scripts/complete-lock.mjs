/**
 * npm writes only those platform packages into the lock file that it could look up while installing, and `npm ci` then
 * refuses on every machine because the others are missing. This adds them by name: the version from the package that
 * wants them, the platform from their own name. `node scripts/complete-lock.mjs` writes; the structure check only
 * reports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = ['darwin', 'win32', 'linux', 'freebsd', 'netbsd', 'openbsd', 'android', 'openharmony', 'aix', 'sunos'];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** Looks for a package from another's folder: in its own node_modules, then in those around it. */
const isLocked = (packages, from, name) => {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(?!.*node_modules\/).*$/, '')) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
};

/** Optional packages that something in the lock file wants and that have no entry: `{name, version, wantedBy}`. */
export const missingFrom = ({ packages }) =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => ({ name, version, wantedBy: path })),
  );

const platformOf = (name) => {
  const words = name.split(/[-/]/).map((word) => (/^arm(eabi)?$/.test(word) ? 'arm' : word));
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor)).slice(0, 1);
  const libc = [
    words.some((word) => word.startsWith('musl')) && 'musl',
    words.some((word) => /^gnu/.test(word)) && 'glibc',
  ];
  return { os, cpu, libc: os[0] === 'linux' ? libc.filter(Boolean) : [] };
};

/** In npm's own order of keys, so that npm's next write changes nothing. */
const entryOf = ({ name, version, wantedBy }, packages) => {
  const { os, cpu, libc } = platformOf(name);
  if (cpu.length === 0 || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) {
    throw new Error(`${name} ${version} (for ${wantedBy}): neither platform nor version can be told; add it by hand.`);
  }
  return {
    version,
    cpu,
    ...(packages[wantedBy].dev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
};

/** Adds missing entries to the lock file's content, in place. Returns their number. */
export const complete = (lock) => {
  const missing = missingFrom(lock);
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = entryOf(one, lock.packages);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return missing.length;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  const count = complete(lock);
  if (count > 0) writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${count} platform packages added to package-lock.json`);
}
