import { cacheName, type Kind } from './start.ts';

const KINDS: readonly Kind[] = ['pages', 'lists', 'own'];

/** Deletes the answers that every release keeps: of a deletion whose answer was lost no worker knows. */
export async function dropCopies(): Promise<void> {
  // On plain http there is no `caches`.
  const names = (await globalThis.caches?.keys()) ?? [];
  const kept = names.filter((name) => KINDS.some((kind) => name.startsWith(cacheName(kind, ''))));
  await Promise.all(kept.map((name) => caches.delete(name)));
}
