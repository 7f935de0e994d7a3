/** What the lock file says of the packages: which run a script while being installed, and under which licence each ships. */

/** Licences that ask for no more than to be named. OFL is for fonts. */
const PERMISSIVE = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0'],
  'OFL-1.1',
]);

const nameOf = (path) => path.replace(/^.*node_modules\//, '');

const locked = ({ packages }) =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, name: nameOf(path) }));

/** What ships: everything that is not there for development alone. */
export const shipped = (lock) => locked(lock).filter(({ dev, devOptional }) => !dev && !devOptional);

/** Packages that would run a script although nobody allowed it, and permissions that nobody needs any more. */
export const installScripts = (lock, { allowScripts = {} }) => {
  const running = new Set(locked(lock).flatMap(({ hasInstallScript, name }) => (hasInstallScript ? [name] : [])));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  return [
    ...[...running]
      .filter((name) => !allowed.includes(name))
      .map((name) => `package-lock.json: ${name} runs an install script; allowScripts does not name it`),
    ...allowed
      .filter((name) => !running.has(name))
      .map((name) => `package.json: allowScripts names ${name}, which runs none`),
  ];
};

export const licences = (lock) =>
  shipped(lock)
    .filter(({ license }) => !PERMISSIVE.has(license))
    .map(
      ({ name, license }) =>
        `package-lock.json: ${name} ships under ${license ?? 'no licence'}, which is not permissive`,
    );

/** A range would let another version in than the one that was looked at. */
export const pinned = ({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
    .map(([name, version]) => `package.json: ${name} is ${version}; say one version`);

/** Code that ships and could be exchanged on its way: no fingerprint, or not from a registry. */
export const exchangeable = (lock) =>
  shipped(lock)
    .filter(({ integrity, link, optional }) => link || (!optional && !integrity?.startsWith('sha512-')))
    .map(({ name }) => `package-lock.json: ${name} ships without a fingerprint`);
