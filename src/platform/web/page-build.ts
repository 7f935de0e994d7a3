/** This page's build, and whether the server has another. */
import { useSyncExternalStore } from 'react';
import { BUILD_HEADER, MARKS } from '../build.ts';
import { channel } from './channel.ts';
import { showToast } from './ui/toast.ts';

/** Offers another build than the page's. */
export function offerReload(): void {
  showToast({
    title: 'New version',
    description: 'Reload to use it. It also comes with the next start.',
    action: { label: 'Reload', altText: 'Reload this page', onPress: () => location.reload() },
    duration: Number.POSITIVE_INFINITY,
  });
}

/** Returns the content of a mark in the page's head; null without it. */
export const mark = (name: string): string | null =>
  globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;

/** The build of this page; null when it was drawn by the development server, or the worker is switched off. */
export const pageBuild = (): string | null => mark(MARKS.build);

/** PUBLIC_URL, the one address where writes are accepted; null when it is not set. */
export const publicUrl = (): string | null => mark(MARKS.publicUrl);

/**
 * Moves an address, or a path, to where this festival is reached: `PUBLIC_URL`, without it the page's own origin.
 * `ownAddress('http://10.0.0.5:3000/join#AB')` is `https://games.example.org/join#AB`.
 */
export function ownAddress(address: string): string {
  const origin = publicUrl() ?? location.origin;
  const { pathname, search, hash } = new URL(address, origin);
  return origin + (pathname === '/' ? '' : pathname) + search + hash;
}

/** An own address as people type it: `https://xn--bcher-kva.example/join` is `bücher.example/join`. */
export const shownAddress = (address: string): string =>
  address.replace(/^https?:\/\/([^/]*)/, (_, host: string) => mark(MARKS.publicHost) ?? host);

/** The headers that name it. */
export const ownBuildHeader = (): Record<string, string> => {
  const build = pageBuild();
  return build === null ? {} : { [BUILD_HEADER]: build };
};

/** Of a page that is an offline copy: when it was fetched (ISO 8601), and the address that it was drawn for. */
export const offlinePage = (): { readonly at: string; readonly address: string } | null => {
  const [at, address] = [mark(MARKS.copiedAt), mark(MARKS.drawnFor)];
  return at === null || address === null ? null : { at, address };
};

const otherBuild = channel();
let own: string | null = null;
let hasOther = false;

/** Call with each answer of the server. A page without a mark is of the build that answers it first. */
export function noteBuild({ headers }: Response): void {
  const answering = headers.get(BUILD_HEADER);
  own ??= pageBuild() ?? answering;
  if (answering === own) return;
  hasOther = true;
  otherBuild.tell();
}

/** Whether the server answered with another build, so that files of this page may be gone. */
export const hasOtherBuild = (): boolean => hasOther;
export const useOtherBuild = (): boolean => useSyncExternalStore(otherBuild.listen, hasOtherBuild, () => false);

/** Calls the listener with each answer of another build than this page's. */
export const onOtherBuild = otherBuild.listen;
