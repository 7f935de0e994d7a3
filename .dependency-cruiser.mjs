/**
 * The direction of imports, as docs/architecture.md tells it: layers, colours, and which noun may use which. Type imports
 * count like any other. There is no list of exceptions; `scripts/check-direction.mjs` runs this and adds what these rules
 * cannot say.
 */

/** Which other nouns each noun may use. A new noun needs a line here; without one it may use none. */
const MAY_USE = {
  // Counts tries for whoever checks a secret; knows none of them.
  throttle: [],
  access: ['throttle'],
  // Who may register now. Writes ask it through `CommandContext.hooks`, so that access need not know it.
  admission: ['access', 'throttle'],
  attention: [],
  festival: [],
  audit: ['access'],
  // Apart from access, which may not know the audit that knows it: who ends a session is written down.
  sessions: ['access', 'audit', 'throttle'],
  users: ['access', 'admission', 'audit'],
  events: ['access', 'audit'],
  rsvps: ['access', 'admission', 'users', 'events', 'audit'],
  'check-in': ['access', 'throttle', 'events', 'rsvps', 'audit'],
  brackets: ['access', 'events', 'rsvps', 'users', 'audit'],
  scores: ['access', 'users', 'audit'],
  announcements: [],
  inventory: ['access', 'admission', 'audit'],
  // What a removal keeps are rows of three other nouns.
  registrations: ['access', 'admission', 'attention', 'events', 'rsvps', 'users', 'inventory', 'audit'],
  // Brackets for its tests only.
  privacy: ['access', 'events', 'brackets'],
  // The contract of a festival's file names every list. Rows are read and written by the slices' duties.
  archive: ['access', 'audit', 'festival', 'users', 'events', 'rsvps', 'inventory', 'scores', 'brackets'],
};

const TEST = '\\.test\\.tsx?$';
const TESTING = '^src/testing/';
export const BROWSER = '^src/.+/web/';
const SERVER =
  '^src/.+/server/|^src/database/|^src/features/[^/]+/(?:routes|commands|store|duties|soundness|jobs|client|session)\\.tsx?$';
const ZOD = '(?:^|/)node_modules/zod/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const shipped = (path) => ({ path, pathNot: [TEST, TESTING] });

const LAYERS = [
  forbid(
    'platform-knows-no-festival',
    'platform is the lowest layer: it could ship in another product.',
    shipped('^src/platform/'),
    { path: '^src/(?:app|features|database)/' },
  ),
  forbid(
    'database-below-features',
    'The database knows its tables and platform, not who uses them.',
    shipped('^src/database/'),
    { path: '^src/(?:app|features)/' },
  ),
  forbid(
    'nobody-imports-app',
    'app is the wiring: it imports everything, and only tests start it.',
    { path: '^src/', pathNot: ['^src/app/', TESTING] },
    { path: '^src/app/' },
  ),
  forbid('testing-never-shipped', 'Only tests import src/testing.', shipped('^src/'), { path: `${TESTING}|${TEST}` }),
];

const COLOURS = [
  forbid('browser-not-server', 'A page asks the server by a call, never by an import.', shipped(BROWSER), {
    path: SERVER,
  }),
  forbid('browser-without-node', 'A phone has no Node.', shipped(BROWSER), { dependencyTypes: ['core'] }),
  forbid('server-not-browser', 'The server draws pages through their own build.', shipped(SERVER), { path: BROWSER }),
  forbid(
    'neutral-stays-neutral',
    'A contract or rule imports only its like and zod.',
    { path: '^src/', pathNot: [BROWSER, SERVER, TESTING, TEST] },
    { path: `^(?!src/)|${BROWSER}|${SERVER}|${TESTING}`, pathNot: ZOD },
  ),
  forbid(
    'engine-alone',
    'An engine knows no contract, no other noun and no name: only itself and how to refuse.',
    shipped('^src/features/([^/]+)/engine/'),
    { path: '^src/', pathNot: ['^src/features/$1/engine/', '^src/platform/refusal\\.ts$'] },
  ),
  forbid('contracts-as-types-in-web', 'A contract carries zod: the browser takes its types only.', shipped(BROWSER), {
    path: '/contract\\.ts$',
    dependencyTypesNot: ['type-only'],
  }),
  forbid('no-dev-package-shipped', 'What ships needs what is in "dependencies".', shipped('^src/'), {
    dependencyTypes: ['npm-dev'],
    dependencyTypesNot: ['type-only'],
  }),
];

const usesTable = Object.entries(MAY_USE).map(([noun, others]) =>
  forbid(
    `${noun}-uses`,
    `${noun} may use ${others.join(', ') || 'no other noun'}.`,
    { path: `^src/features/${noun}/` },
    { path: '^src/features/', pathNot: `^src/features/(?:${[noun, ...others].join('|')})/` },
  ),
);

const NOUNS = [
  ...usesTable,
  forbid(
    'noun-without-a-line',
    'A noun that stands in no line of MAY_USE uses no other noun.',
    { path: '^src/features/([^/]+)/', pathNot: `^src/features/(?:${Object.keys(MAY_USE).join('|')})/` },
    { path: '^src/features/', pathNot: '^src/features/$1/' },
  ),
];

const ALWAYS = [
  forbid('no-cycle', 'Two files that need each other are one file.', {}, { circular: true }),
  forbid('resolvable', 'What cannot be found cannot be checked.', {}, { couldNotResolve: true }),
];

export default {
  forbidden: [...LAYERS, ...COLOURS, ...NOUNS, ...ALWAYS],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      importsFields: ['imports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.css', '.json'],
    },
  },
};
