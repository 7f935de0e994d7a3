import { expect, it, vi } from 'vitest';
import { dropCopies } from './OpensOffline.tsx';

it('deletes the copies of answers of every build, and nothing else', async () => {
  const kept = new Set(['shell r1', 'own r1', 'own r2', 'lists r2', 'pages r1', 'somebody’s own r3']);
  vi.stubGlobal('caches', { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) });
  await dropCopies();
  expect([...kept]).toEqual(['shell r1', 'somebody’s own r3']);
  vi.unstubAllGlobals();
  await dropCopies();
});
