import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { ProgrammeChoice } from '#features/events/rules/first-events.ts';
import type { FestivalFacts } from '#features/festival/contract.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';

type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

const ENTRY = 'src/app/web/browser.tsx';
/** Reached by no visitor: the desks of organisers and helpers; big screens and print sheets. */
const DESK = [
  'src/features/dashboard/web/AdminPage.tsx',
  'src/features/dashboard/web/parts/admin-panels.ts',
  'src/features/dashboard/web/HelperScreen.tsx',
  // Organisers open these from the visitors' screens, too.
  'src/features/events/web/CreateEventDialog.tsx',
  'src/features/people/web/FindPersonDialog.tsx',
];
export const ELSEWHERE = [
  'src/app/web/DisplayScreen.tsx',
  'src/features/screens/web/wall/CeremonyPage.tsx',
  'src/features/screens/web/wall/NamedScreen.tsx',
  'src/features/news/messages/web/parts/fit-wall.ts',
  'src/features/dashboard/web/PrintPage.tsx',
  // Of no use without network.
  'src/features/devices/web/AnotherDeviceDialog.tsx',
  'src/features/news/push/web/RemindDialog.tsx',
  'src/features/points/claims/web/ClaimQueue.tsx',
  'src/features/points/web/GiveToDialog.tsx',
  'src/features/festival/web/FactsDialog.tsx',
  'src/features/news/messages/web/MessageDialog.tsx',
  'src/features/staff/web/NewHelperDialog.tsx',
  'src/features/staff/web/ExtendDialog.tsx',
  'src/features/archive/web/ProgrammeDialog.tsx',
  'src/features/access/web/OrganiserName.tsx',
  'src/features/events/web/SetPointsDialog.tsx',
  'src/features/devices/web/HandoverDialog.tsx',
  'src/features/limits/web/BadgeWordDialog.tsx',
  'src/features/people/users/web/DeleteUserDialog.tsx',
  'src/features/people/users/web/EditUserDialog.tsx',
  'src/features/screens/web/ScreensCard.tsx',
  'src/features/screens/pictures/web/PicturesCard.tsx',
  'src/features/points/web/ceremony/CeremonyDesk.tsx',
  'src/features/rooms/web/RoomsDialog.tsx',
];

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`The build has no ${name}`);
  return chunk;
}

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

export const preloadsOf = (manifest: Manifest): string[] =>
  reached(manifest, [ENTRY], ['imports'])
    .filter((chunk) => chunk !== manifest[ENTRY])
    .map(({ file }) => `/${file}`);

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

export type Head = { readonly title: string; readonly description: string };
/** As src/app/web/server.tsx exports it: server code must not import browser code, only its build. */
export type Renderer = {
  pageAt(address: string): {
    readonly key: string;
    readonly url: string;
    readonly known: boolean;
    readonly instead: string | null;
    readonly event: string | null;
    readonly eventUrl: string;
    readonly choice: ProgrammeChoice | null;
    readonly plain: string | null;
    readonly personal: boolean;
    readonly lists: readonly string[];
  };
  eventHead(url: string, festival: FestivalFacts, event: FestivalEvent): Head;
  renderPage(
    url: string,
    state: { festival: FestivalFacts; now: string; position: number; lists: Record<string, unknown> },
  ): Head & { html: string; state: unknown };
};

export type Page = ReturnType<Renderer['pageAt']>;

export type Built = Renderer & {
  readonly webRoot: string;
  readonly hash: string;
  readonly worker: string;
  readonly hasWorker: boolean;
  /** The entry script and everything it imports statically. */
  readonly script: string;
  readonly preloads: readonly string[];
  /** Inlined, to save a request before the first paint. */
  readonly style: string;
  readonly early: string;
  /** For a page that does not start in this browser. */
  readonly tooOld: string;
  readonly rehearsal: { readonly style: string; readonly script: string; readonly clock: MovableClock } | null;
  readonly inlineHashes: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
};

type Wanted = { readonly offline: boolean; readonly clock: MovableClock | null };

/** With `offline` off, /sw.js is a script that removes the worker. */
export async function readBuilt(root: string, { offline, clock }: Wanted): Promise<Built> {
  const webRoot = join(root, 'dist/web');
  const manifest = JSON.parse(readFileSync(join(webRoot, '.vite/manifest.json'), 'utf8')) as Manifest;
  const hash = readFileSync(join(root, 'dist/release'), 'utf8');
  const entry = chunkOf(manifest, ENTRY);
  const style = (entry.css ?? []).map((file) => readFileSync(join(webRoot, file), 'utf8')).join('');
  const inWeb = (file: string) => readFileSync(join(root, 'src/app/web', file), 'utf8');
  const workerScript = (name: string) => readFileSync(join(root, `dist/worker/${name}.js`), 'utf8');
  const early = inWeb('early.js');
  const tooOld = inWeb('too-old.js');
  const rehearsal = clock && { clock, style: inWeb('rehearsal.css'), script: inWeb('rehearsal.js') };
  const inlined = [{ style, script: early }, ...(rehearsal === null ? [] : [rehearsal])];
  const renderer = (await import(pathToFileURL(join(root, 'dist/server/server.js')).href)) as Renderer;
  return {
    ...renderer,
    webRoot,
    worker: offline
      ? `self.BUILD=${JSON.stringify({ hash, ...offlineFiles(manifest) })};\n${workerScript('main')}`
      : workerScript('removed'),
    hasWorker: offline,
    hash,
    script: `/${entry.file}`,
    preloads: preloadsOf(manifest),
    style,
    early,
    tooOld,
    rehearsal,
    inlineHashes: {
      scripts: [tooOld, ...inlined.map(({ script }) => script)].map(cspHash),
      styles: inlined.map((each) => cspHash(each.style)),
    },
  };
}

const cspHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
