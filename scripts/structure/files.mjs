const LONGEST = 400;
const FORBIDDEN = /^(utils?|helpers?|common|misc|managers?|services?|data)$/;

/** The closed set of a slice: what may stand in src/features/NOUN/. */
const SLICE = [
  /^(contract|rules|routes|commands|store|jobs|client|session)\.ts$/,
  /^rules\/[\w-]+\.ts$/,
  /^web\/(queries|state)\.ts$/,
  /^web\/[\w-]+\.tsx$/,
  /^web\/parts\/[\w-]+\.(ts|tsx|css)$/,
];
const TEST = /(\.[\w-]+)*\.test\.tsx?$/;

const inSlice = (path) => /^src\/features\/[^/]+\/(.+)$/.exec(path)?.[1];

const hasNeighbour = (path, paths) => {
  const stem = path.replace(TEST, '');
  return ['.ts', '.tsx', '/'].some((end) => paths.some((other) => other !== path && other.startsWith(stem + end)));
};

/** Files of a slice outside the closed set, and tests that stand beside nothing. */
export const unknownFiles = (files) => {
  const paths = files.map((file) => file.path);
  return paths.flatMap((path) => {
    if (/^src\/features\/[^/]+$/.test(path)) return [`${path}: every file under features belongs to a noun's folder`];
    const own = inSlice(path);
    if (own === undefined) return [];
    if (TEST.test(own)) return hasNeighbour(path, paths) ? [] : [`${path}: a test stands beside the file it tests`];
    return SLICE.some((known) => known.test(own)) ? [] : [`${path}: not one of the files a slice may have`];
  });
};

/** The last word of a name says what a thing is; these say nothing. */
const lastWord = (name) =>
  name
    .split('.')[0]
    .split(/[-_]|(?=[A-Z][a-z])/)
    .at(-1)
    .toLowerCase();

export const forbiddenNames = ({ path }) =>
  path
    .split('/')
    .filter((part) => FORBIDDEN.test(lastWord(part)))
    .map((part) => `${path}: "${part}" says nothing; name it after what it does`);

export const longFiles = ({ path, text }) => {
  const lines = text.split('\n').length - 1;
  return lines > LONGEST ? [`${path}: ${lines} lines; split it by noun or verb (at most ${LONGEST})`] : [];
};

export const barrels = ({ path }) =>
  /^src\/(.+\/)?index\.tsx?$/.test(path) ? [`${path}: no barrels; import from the file itself`] : [];
