import { answersIn } from './start.ts';

/** Deletes the offline copies of every build, where no worker saw the deletion: its answer was lost, or the page has no worker. */
export async function dropCopies(): Promise<void> {
  // On plain http there is no `caches`.
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(answersIn(names).map((name) => caches.delete(name)));
}
