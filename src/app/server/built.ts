/** The build's output: the page renderer, and the script, style and fonts in every page's head. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { ProgrammeChoice } from '#features/events/rules/first-events.ts';
import type { FestivalFacts } from '#features/festival/contract.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import { chunkOf, ENTRY, type Manifest, offlineFiles, preloadsOf } from './build-manifest.ts';

export type Head = { readonly title: string; readonly description: string };
/**
 * Type of src/app/web/server.tsx's exports; repeated, because server code must not import browser code, only its build.
 */
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
  /** Hash of the build. */
  readonly hash: string;
  /** The script of /sw.js, and whether pages start it. */
  readonly worker: string;
  readonly hasWorker: boolean;
  /** Path of the entry script and of everything it imports statically. */
  readonly script: string;
  readonly preloads: readonly string[];
  /** Inlined into every page, to save a request before the first paint. */
  readonly style: string;
  readonly early: string;
  /** Says on a page that does not start what browser it needs. */
  readonly tooOld: string;
  /** What every page has in a rehearsal; null without one. */
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
