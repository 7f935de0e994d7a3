/**
 * The direction of imports, described in docs/architecture.md: layers, colours, and which noun may use which. Type imports
 * count too. There is no list of exceptions. `scripts/check-direction.mjs` runs this and adds checks that these rules cannot
 * express.
 */

/** Which other nouns each noun may use. A new noun needs a line here; without one it may use none. */
const MAY_USE = {
  // Ends sessions, which the audit records by a hook, because audit imports access.
  access: [],
  system: [],
  // A link is limited to an event.
  staff: ['access', 'audit', 'events', 'festival'],
  festival: ['access', 'audit'],
  audit: ['access'],
  // Every slice with a form for a name uses it, so it imports none of them: it reads names through their duties.
  names: ['access'],
  users: ['access', 'registrations', 'audit', 'names'],
  events: ['access', 'audit'],
  // Privacy: what waits for the network is dropped when the visitor is forgotten. Push: reminders are offered after the first place.
  rsvps: ['access', 'users', 'events', 'audit', 'names', 'privacy', 'push'],
  // Promotes into places; rsvps reaches it by hooks.
  waiting: ['access', 'events', 'rsvps', 'audit', 'names'],
  // What events and places tell is written by their hooks. Rsvps: it shows what became of writes that waited for the network.
  notices: ['access', 'events', 'rsvps'],
  // The outbox: others write it by the hook `tell`.
  push: ['access'],
  // Announcements: its text has their Markdown. Festival: a message lasts until the festival's end.
  messages: ['access', 'announcements', 'audit', 'events', 'festival'],
  // What organisers correct in a place reaches its event, its line, its bracket and its device.
  amendments: ['access', 'audit', 'events', 'rsvps', 'waiting', 'brackets', 'notices'],
  // Brackets: a tap that arrives late tells when the bracket was drawn without the player.
  'check-in': ['access', 'devices', 'events', 'rsvps', 'audit', 'names', 'amendments', 'brackets'],
  // Completes events, too: that looks whether the bracket is decided, and ends the waiting list when it can't be undone any more.
  brackets: ['access', 'events', 'rsvps', 'users', 'audit', 'waiting'],
  calendar: ['access', 'events', 'rsvps', 'notices'],
  // Locks a visitor who joins another as forgetting does. Its other slices are those whose places organisers hand over.
  devices: [
    'access',
    'names',
    'audit',
    'events',
    'privacy',
    'rsvps',
    'waiting',
    'amendments',
    'brackets',
    'users',
    'notices',
    'calendar',
  ],
  // A card shows places, lines, accounts and games, and opens the dialogs that correct and hand over places.
  people: ['access', 'amendments', 'devices', 'events', 'points', 'users', 'waiting'],
  rehearsal: ['access', 'audit'],
  // Every change of a score is an entry of the ledger. A completed event gives points by its bracket; events and brackets reach them by a hook.
  // Festival: how often a mission counts.
  points: ['access', 'users', 'audit', 'events', 'brackets', 'festival'],
  // An approved claim is an entry of the ledger. Missions are facts of the festival.
  claims: ['access', 'audit', 'festival', 'names', 'points', 'registrations', 'users'],
  pictures: ['access', 'audit'],
  // What walls show: each page is of a noun.
  screens: ['access', 'audit', 'events', 'festival', 'brackets', 'messages', 'pictures', 'points', 'scores', 'users'],
  scores: ['access', 'users', 'audit', 'names', 'points'],
  announcements: [],
  inventory: ['access', 'registrations', 'audit', 'names'],
  // Who may register now: writes ask by `CommandContext.hooks`, because access must not import it. A removal goes through the slices' duties.
  registrations: ['access', 'events', 'audit'],
  privacy: ['access', 'events', 'names'],
  // Walks through what these slices do.
  'first-steps': ['access', 'archive', 'events', 'festival'],
  // The contract of a festival's file names every list. Rows are read and written by the slices' duties.
  archive: [
    'access',
    'audit',
    'rehearsal',
    'festival',
    'users',
    'events',
    'rsvps',
    'waiting',
    'inventory',
    'scores',
    'brackets',
    'calendar',
    'notices',
    'points',
    'claims',
    'pictures',
    'screens',
  ],
};

/** What a noun's tests may use besides. */
const TESTS_MAY_USE = {
  access: ['audit'],
  waiting: ['brackets'],
  people: ['rsvps'],
  registrations: ['rsvps', 'users'],
  privacy: ['brackets'],
};

const TEST = '\\.test\\.tsx?$';
const TESTING = '^src/testing/';
export const BROWSER = '^src/.+/web/';
const SERVER =
  '^src/.+/server/|^src/database/|^src/features/[^/]+/(?:commands/|store/|(?:routes|commands|store|duties|soundness|jobs|client|session)\\.tsx?$)';
const ZOD = '(?:^|/)node_modules/zod/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const shipped = (path) => ({ path, pathNot: [TEST, TESTING] });

const LAYERS = [
  forbid(
    'platform-knows-no-festival',
    'platform is the lowest layer and knows nothing of festivals.',
    shipped('^src/platform/'),
    { path: '^src/(?:app|features|database)/' },
  ),
  forbid(
    'database-below-features',
    'database imports platform only, not the features that use it.',
    shipped('^src/database/'),
    { path: '^src/(?:app|features)/' },
  ),
  forbid(
    'nobody-imports-app',
    'app is the wiring: it imports everything, and only tests import it.',
    { path: '^src/', pathNot: ['^src/app/', TESTING] },
    { path: '^src/app/' },
  ),
  forbid('testing-never-shipped', 'Only tests import src/testing.', shipped('^src/'), { path: `${TESTING}|${TEST}` }),
];

const COLOURS = [
  forbid(
    'browser-not-server',
    'Browser code calls the server over HTTP and never imports its code.',
    shipped(BROWSER),
    {
      path: SERVER,
    },
  ),
  forbid('browser-without-node', 'Browsers have no Node modules.', shipped(BROWSER), { dependencyTypes: ['core'] }),
  forbid('server-not-browser', 'The server renders pages through their own build.', shipped(SERVER), { path: BROWSER }),
  forbid(
    'neutral-stays-neutral',
    'Neutral files import only neutral files and zod.',
    { path: '^src/', pathNot: [BROWSER, SERVER, TESTING, TEST] },
    { path: `^(?!src/)|${BROWSER}|${SERVER}|${TESTING}`, pathNot: ZOD },
  ),
  forbid(
    'engine-alone',
    'An engine imports only its own files and platform/refusal.ts.',
    shipped('^src/features/([^/]+)/engine/'),
    { path: '^src/', pathNot: ['^src/features/$1/engine/', '^src/platform/refusal\\.ts$'] },
  ),
  forbid(
    'contracts-as-types-in-web',
    'Contracts import zod; browser code imports only their types.',
    shipped(BROWSER),
    {
      path: '/contract\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid('no-dev-package-shipped', 'Code that ships imports only "dependencies".', shipped('^src/'), {
    dependencyTypes: ['npm-dev'],
    dependencyTypesNot: ['type-only'],
  }),
];

const mayUse = (name, noun, others, from) =>
  forbid(name, `${name.replace('-', ' ')} may be ${others.join(', ') || 'no other noun'}.`, from, {
    path: '^src/features/',
    pathNot: `^src/features/(?:${[noun, ...others].join('|')})/`,
  });
const usesTable = Object.entries(MAY_USE).flatMap(([noun, others]) => {
  const path = `^src/features/${noun}/`;
  const inTests = [...others, ...(TESTS_MAY_USE[noun] ?? [])];
  return [
    mayUse(`${noun}-uses`, noun, others, { path, pathNot: TEST }),
    mayUse(`${noun}-tests-use`, noun, inTests, { path: `${path}.+${TEST}` }),
  ];
});

const NOUNS = [
  ...usesTable,
  forbid(
    'noun-without-a-line',
    'A noun without a line in MAY_USE may use no other noun.',
    { path: '^src/features/([^/]+)/', pathNot: `^src/features/(?:${Object.keys(MAY_USE).join('|')})/` },
    { path: '^src/features/', pathNot: '^src/features/$1/' },
  ),
];

const ALWAYS = [
  forbid('no-cycle', 'Files must not import each other in a cycle.', {}, { circular: true }),
  forbid('resolvable', 'Every import must resolve.', {}, { couldNotResolve: true }),
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
