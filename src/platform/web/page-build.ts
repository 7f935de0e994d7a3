import { useSyncExternalStore } from 'react';
import { BUILD_HEADER, MARKS } from '../build.ts';
import { channel } from './channel.ts';
import { showToast } from './ui/toast.ts';

/** Because the server has another build. */
export function offerReload(): void {
  showToast({
    title: 'New version',
    description: 'Reload to use it. It also comes with the next start.',
    action: { label: 'Reload', altText: 'Reload this page', onPress: () => location.reload() },
    duration: Number.POSITIVE_INFINITY,
  });
}

export const mark = (name: string): string | null =>
  globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;

/** Null when the development server drew the page, or the service worker is switched off. */
export const pageBuild = (): string | null => mark(MARKS.build);

/** The one address where writes are accepted; null when it is not set. */
export const publicUrl = (): string | null => mark(MARKS.publicUrl);

/** To PUBLIC_URL or this origin: 'http://10.0.0.5:3000/join#AB' → 'https://games.example.org/join#AB'. */
export function ownAddress(address: string): string {
  const origin = publicUrl() ?? location.origin;
  const { pathname, search, hash } = new URL(address, origin);
  return origin + (pathname === '/' ? '' : pathname) + search + hash;
}

/** As people type it: `https://xn--bcher-kva.example/join` → `bücher.example/join`. */
export const shownAddress = (address: string): string =>
  address.replace(/^https?:\/\/([^/]*)/, (_, host: string) => mark(MARKS.publicHost) ?? host);

export const ownBuildHeader = (): Record<string, string> => {
  const build = pageBuild();
  return build === null ? {} : { [BUILD_HEADER]: build };
};

/** When the offline copy was fetched (ISO 8601), and the address that it was drawn for. */
export const offlinePage = (): { readonly at: string; readonly address: string } | null => {
  const [at, address] = [mark(MARKS.copiedAt), mark(MARKS.drawnFor)];
  return at === null || address === null ? null : { at, address };
};

const otherBuild = channel();
let own: string | null = null;
let hasOther = false;

/** Call with each answer. A page without a mark is of the build that answers it first. */
export function noteBuild({ headers }: Response): void {
  const answering = headers.get(BUILD_HEADER);
  own ??= pageBuild() ?? answering;
  if (answering === own) return;
  hasOther = true;
  otherBuild.tell();
}

/** Files of this page may then be gone. */
export const hasOtherBuild = (): boolean => hasOther;
export const useOtherBuild = (): boolean => useSyncExternalStore(otherBuild.listen, hasOtherBuild, () => false);

export const onOtherBuild = otherBuild.listen;
