/** This page's release, and whether the server has another. */
import { useSyncExternalStore } from 'react';
import { MARKS, RELEASE_HEADER } from '#platform/release.ts';
import { channel } from './channel.ts';

/** Returns the content of a mark in the page's head; null without it. */
export const mark = (name: string): string | null =>
  globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;

/** The release of this page; null when it was drawn by the development server, or the worker is switched off. */
export const pageRelease = (): string | null => mark(MARKS.release);

/** PUBLIC_URL, the one address where writes are accepted; null when it is not set. */
export const publicUrl = (): string | null => mark(MARKS.publicUrl);

/** The headers that name it. */
export const ownRelease = (): Record<string, string> => {
  const release = pageRelease();
  return release === null ? {} : { [RELEASE_HEADER]: release };
};

/** Of a page that is an offline copy: when it was fetched (ISO 8601), and the address that it was drawn for. */
export const offlinePage = (): { readonly at: string; readonly address: string } | null => {
  const [at, address] = [mark(MARKS.copiedAt), mark(MARKS.drawnFor)];
  return at === null || address === null ? null : { at, address };
};

const otherRelease = channel();
let own: string | null = null;
let hasOther = false;

/** Call with each answer of the server. A page without a mark is of the release that answers it first. */
export function noteRelease({ headers }: Response): void {
  const answering = headers.get(RELEASE_HEADER);
  own ??= pageRelease() ?? answering;
  if (answering === own) return;
  hasOther = true;
  otherRelease.tell();
}

/** Whether the server answered with another release, so that files of this page may be gone. */
export const hasOtherRelease = (): boolean => hasOther;
export const useOtherRelease = (): boolean => useSyncExternalStore(otherRelease.listen, hasOtherRelease, () => false);

/** Calls the listener with each answer of another release than this page's. */
export const onOtherRelease = otherRelease.listen;
