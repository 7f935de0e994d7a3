import { cacheName, type Kind } from './start.ts';

const KINDS: readonly Kind[] = ['pages', 'lists', 'own'];

/** Deletes the answers that every release keeps, where no worker saw the deletion: its answer was lost, or the page has no worker. */
export async function dropCopies(): Promise<void> {
  // On plain http there is no `caches`.
  const names = (await globalThis.caches?.keys()) ?? [];
  const kept = names.filter((name) => KINDS.some((kind) => name.startsWith(cacheName(kind, ''))));
  await Promise.all(kept.map((name) => caches.delete(name)));
}
