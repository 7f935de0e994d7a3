/** Vite's manifest of the browser's build: what a page loads first, and what the service worker keeps. */
type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};
export type Manifest = Readonly<Record<string, Chunk>>;

export const ENTRY = 'src/app/web/browser.tsx';
/** Reached by no visitor: the dashboard, big screens, print sheets. */
const DESK = ['src/app/web/AdminPage.tsx', 'src/app/web/admin-panels.ts'];
export const ELSEWHERE = [
  'src/app/web/DisplayScreen.tsx',
  'src/features/points/web/ceremony/CeremonyPage.tsx',
  'src/features/screens/web/wall/NamedScreen.tsx',
  'src/features/messages/web/parts/fit-wall.ts',
  'src/app/web/PrintPage.tsx',
  // Of no use without network.
  'src/features/devices/web/AnotherDeviceDialog.tsx',
  'src/features/push/web/RemindDialog.tsx',
  'src/features/claims/web/ClaimQueue.tsx',
  'src/features/points/web/GiveToDialog.tsx',
  'src/features/festival/web/FactsDialog.tsx',
  'src/features/messages/web/MessageDialog.tsx',
  'src/features/staff/web/NewHelperDialog.tsx',
  'src/features/staff/web/ExtendDialog.tsx',
  'src/features/archive/web/ProgrammeDialog.tsx',
  'src/features/access/web/OrganiserName.tsx',
  'src/features/events/web/SetPointsDialog.tsx',
  'src/features/devices/web/HandoverDialog.tsx',
  'src/features/registrations/web/BadgeWordDialog.tsx',
  'src/features/users/web/DeleteUserDialog.tsx',
  'src/features/users/web/EditUserDialog.tsx',
  'src/app/web/SetUpScreens.tsx',
  'src/app/web/SetUpStandings.tsx',
];

/** Returns the chunk of this name. Throws when the build has none. */
export function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`The build has no ${name}`);
  return chunk;
}

/** Returns `from` and every chunk that they load by `links`, also indirectly, without passing `without`. */
function reached(
  manifest: Manifest,
  from: readonly string[],
  links: readonly ('imports' | 'dynamicImports')[],
  without: readonly string[] = [],
): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (name: string) => {
    if (found.has(name) || without.includes(name)) return;
    const chunk = chunkOf(manifest, name);
    found.set(name, chunk);
    for (const next of links.flatMap((link) => chunk[link] ?? [])) visit(next);
  };
  for (const name of from) visit(name);
  return [...found.values()];
}

/** Returns the scripts that the entry imports statically, also indirectly. */
export const preloadsOf = (manifest: Manifest): string[] =>
  reached(manifest, [ENTRY], ['imports'])
    .filter((chunk) => chunk !== manifest[ENTRY])
    .map(({ file }) => `/${file}`);

/** Returns the files that the service worker keeps: for every visitor, and for the dashboard in addition. */
export function offlineFiles(manifest: Manifest): { files: string[]; deskFiles: string[] } {
  for (const name of [...DESK, ...ELSEWHERE]) chunkOf(manifest, name);
  const inEveryPage = chunkOf(manifest, ENTRY).css ?? [];
  const filesFrom = (from: readonly string[], without: readonly string[]) =>
    reached(manifest, from, ['imports', 'dynamicImports'], without)
      .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
      .filter((path) => !inEveryPage.includes(path))
      .map((path) => `/${path}`);
  const visitors = filesFrom([ENTRY], [...DESK, ...ELSEWHERE]);
  const desk = filesFrom(DESK, ELSEWHERE);
  return {
    files: [...new Set([...visitors, '/favicon.svg'])],
    deskFiles: [...new Set(desk)].filter((path) => !visitors.includes(path)),
  };
}
