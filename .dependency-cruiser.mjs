/**
 * The direction of imports, described in docs/architecture.md: layers, colours, and which noun may use which. Type imports
 * count too. There is no list of exceptions. `scripts/check-direction.mjs` runs this and adds checks that these rules cannot
 * express.
 */

/**
 * Which other nouns each noun may use. A new noun needs a line here; without one it may use none. Some nouns have a room
 * together: `points/claims` is a folder of the room `points`, with a line of its own.
 */
const MAY_USE = {
  access: [],
  'operations/system': [],
  // A link is limited to an event.
  staff: ['access', 'audit', 'events', 'festival'],
  // Pictures: the facts name those that are shown with the thanks.
  festival: ['access', 'audit', 'screens/pictures'],
  audit: ['access'],
  // Archive: the problems of a file, and how a browser reads one.
  'people/badges': ['access', 'archive', 'audit', 'festival', 'people/users'],
  // Every slice with a form for a name uses it, so it imports none of them: it reads names through their duties.
  'people/names': ['access'],
  'people/users': ['access', 'limits', 'audit', 'people/names'],
  // Festival: a room's name leads to the room.
  events: ['access', 'audit', 'brackets/engine', 'festival'],
  // Reminders are offered after the first star.
  'events/stars': ['access', 'audit', 'events', 'festival', 'news/push'],
  // Pure: what a tournament's format is, and how it is played.
  'brackets/engine': [],
  // Privacy: what waits for the network is dropped when the visitor is forgotten. Push: reminders are offered after the first place.
  rsvps: ['access', 'people/users', 'events', 'audit', 'festival', 'people/names', 'privacy', 'news/push'],
  // Places of people who do not come go to the line.
  'rsvps/no-shows': ['access', 'audit', 'events', 'rsvps'],
  'rsvps/feedback': ['access', 'audit', 'events', 'rsvps'],
  // Who is up in a queue is called as to a table.
  queue: ['access', 'audit', 'brackets', 'events', 'festival', 'news/push', 'people/names', 'rsvps'],
  // Promotes into places; rsvps reaches it by hooks.
  waiting: ['access', 'events', 'festival', 'rsvps', 'audit', 'people/names'],
  'waiting/lottery': ['access', 'audit', 'events', 'festival', 'rsvps', 'waiting'],
  // What places tell is written by a hook. Rsvps: it shows what became of writes that waited for the network.
  'news/notices': ['access', 'events', 'events/stars', 'festival', 'rsvps', 'news/push'],
  // The outbox.
  'news/push': ['access'],
  // Announcements: its text has their Markdown. Festival: a message lasts until the festival's end.
  'news/messages': ['access', 'announcements', 'audit', 'events', 'festival', 'news/push'],
  // What organisers correct in a place reaches its event, its line, its bracket and its device.
  amendments: ['access', 'audit', 'events', 'rsvps', 'waiting', 'brackets', 'news/notices'],
  // Brackets: a tap that arrives late tells when the bracket was drawn without the player.
  'check-in': [
    'access',
    'devices',
    'events',
    'rsvps',
    'rsvps/no-shows',
    'audit',
    'people/names',
    'people/users',
    'amendments',
    'brackets',
  ],
  // Its draw ends the waiting list.
  brackets: [
    'access',
    'brackets/engine',
    'events',
    'festival',
    'rsvps',
    'people/users',
    'audit',
    'waiting',
    'news/push',
  ],
  // What players say of a match is entered as what judges say.
  'brackets/reports': ['access', 'audit', 'events', 'festival', 'rsvps', 'brackets', 'brackets/engine', 'news/push'],
  // An edit, a completion or a deletion changes seats, calls and points, and tells people.
  'events/edits': ['access', 'audit', 'events', 'queue', 'rsvps', 'waiting', 'brackets', 'points', 'news/notices'],
  // Festival: the way to a room.
  calendar: ['access', 'events', 'festival', 'rsvps', 'news/notices'],
  // Locks a visitor who joins another as forgetting does. Its other slices are those whose places organisers hand over.
  devices: [
    'access',
    'people/names',
    'audit',
    'events',
    'privacy',
    'rsvps',
    'waiting',
    'amendments',
    'brackets',
    'people/users',
    'news/notices',
    'calendar',
  ],
  // A card shows places, lines, accounts and games, and opens the dialogs that correct and hand over places.
  people: ['access', 'amendments', 'audit', 'devices', 'events', 'points', 'people/users', 'waiting'],
  'operations/rehearsal': ['access', 'audit'],
  // Every change of a score is an entry of the ledger. A completed event gives points by its bracket.
  // Festival: how often a mission counts.
  points: ['access', 'people/users', 'audit', 'events', 'brackets', 'festival'],
  // An approved claim is an entry of the ledger. Missions are facts of the festival.
  'points/claims': [
    'access',
    'audit',
    'events',
    'festival',
    'people/names',
    'points',
    'limits',
    'people/users',
    'news/push',
  ],
  'screens/pictures': ['access', 'audit'],
  // The map is one of the pictures.
  rooms: ['access', 'audit', 'events', 'festival', 'screens/pictures'],
  // What walls show: each page is of a noun.
  screens: [
    'access',
    'audit',
    'brackets/engine',
    'events',
    'festival',
    'queue',
    'inventory/open-games',
    'brackets',
    'news/messages',
    'screens/pictures',
    'points',
    'points/scores',
    'people/users',
    'rooms',
  ],
  // Events: once all are over nobody is invited to register.
  'points/scores': ['access', 'people/users', 'audit', 'people/names', 'points', 'events'],
  announcements: [],
  inventory: ['access', 'limits', 'audit', 'festival', 'people/names', 'people/users', 'inventory/open-games'],
  'inventory/open-games': ['access', 'limits', 'audit', 'festival', 'people/names', 'people/users'],
  // Who may register now: writes ask by `CommandContext.hooks`, because access must not import it. A removal goes through the slices' duties.
  limits: ['access', 'events', 'audit'],
  privacy: ['access', 'events', 'people/names'],
  // Counts what others store.
  'operations/numbers': ['access', 'events'],
  // Walks through what these slices do.
  'operations/first-steps': ['access', 'archive', 'events', 'festival'],
  // The contract of a festival's file names every list. Rows are read and written by the slices' duties.
  archive: [
    'access',
    'operations/numbers',
    'audit',
    'operations/rehearsal',
    'festival',
    'people/users',
    'events',
    'events/edits',
    'rsvps',
    'rsvps/feedback',
    'waiting',
    'inventory',
    'points/scores',
    'brackets',
    'calendar',
    'news/notices',
    'points',
    'points/claims',
    'screens/pictures',
    'screens',
  ],
  // What a visitor sees first, and what those who work here see: put together from all nouns.
  home: [
    'access',
    'amendments',
    'announcements',
    'archive',
    'audit',
    'brackets',
    'brackets/reports',
    'calendar',
    'check-in',
    'devices',
    'events',
    'events/stars',
    'festival',
    'queue',
    'inventory',
    'inventory/open-games',
    'limits',
    'news/messages',
    'news/notices',
    'news/push',
    'operations/first-steps',
    'operations/rehearsal',
    'operations/system',
    'people',
    'people/names',
    'people/users',
    'points',
    'points/claims',
    'points/scores',
    'privacy',
    'rooms',
    'rsvps',
    'rsvps/no-shows',
    'rsvps/feedback',
    'screens',
    'screens/pictures',
    'staff',
    'waiting',
  ],
  dashboard: [
    'home',
    'access',
    'amendments',
    'announcements',
    'archive',
    'audit',
    'brackets',
    'brackets/reports',
    'calendar',
    'check-in',
    'devices',
    'events',
    'events/stars',
    'festival',
    'queue',
    'inventory',
    'inventory/open-games',
    'limits',
    'news/messages',
    'news/notices',
    'news/push',
    'operations/first-steps',
    'operations/numbers',
    'operations/rehearsal',
    'operations/system',
    'people',
    'people/badges',
    'people/names',
    'people/users',
    'points',
    'points/claims',
    'points/scores',
    'privacy',
    'rooms',
    'rsvps',
    'rsvps/feedback',
    'screens',
    'screens/pictures',
    'staff',
    'waiting',
  ],
};

/** What a noun's tests may use besides. */
const TESTS_MAY_USE = {
  'operations/numbers': ['events/edits'],
  access: ['audit'],
  waiting: ['brackets', 'events/edits'],
  people: ['rsvps'],
  limits: ['rsvps', 'people/users'],
  privacy: ['brackets'],
};

const TEST = '\\.test\\.tsx?$';
const TESTING = '^src/testing/';
export const BROWSER = '^src/.+/web/';
const SERVER_FILES = '(?:commands/|store/|(?:routes|commands|store|duties|soundness|jobs|client|session)\\.tsx?$)';
const SERVER = `^src/.+/server/|^src/database/|^src/features/[^/]+/${SERVER_FILES}|^src/features/[^/]+/[^/]+/${SERVER_FILES}`;
/** Pure packages without Node or DOM: shapes of the contracts, and the matching of Swiss rounds. */
const NEUTRAL_PACKAGES = '(?:^|/)node_modules/(?:zod|edmonds-blossom-fixed)/';

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
    'Neutral files import only neutral files, zod and edmonds-blossom-fixed.',
    { path: '^src/', pathNot: [BROWSER, SERVER, TESTING, TEST] },
    { path: `^(?!src/)|${BROWSER}|${SERVER}|${TESTING}`, pathNot: NEUTRAL_PACKAGES },
  ),
  forbid(
    'engine-alone',
    'An engine imports only its own files and platform/refusal.ts.',
    shipped('^src/features/(.+)/engine/'),
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

/** The files of a noun; those of a room without its other nouns. */
const filesOf = (noun) => {
  const others = Object.keys(MAY_USE).flatMap((other) =>
    other.startsWith(`${noun}/`) ? [other.slice(noun.length + 1)] : [],
  );
  return `^src/features/${noun}/${others.length === 0 ? '' : `(?!(?:${others.join('|')})/)`}`;
};
const mayUse = (name, noun, others, from) =>
  forbid(name, `${name.replace('-', ' ')} may be ${others.join(', ') || 'no other noun'}.`, from, {
    path: '^src/features/',
    pathNot: [noun, ...others].map(filesOf),
  });
const usesTable = Object.entries(MAY_USE).flatMap(([noun, others]) => {
  const path = filesOf(noun);
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
    { path: '^src/features/([^/]+)/', pathNot: Object.keys(MAY_USE).map(filesOf) },
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
