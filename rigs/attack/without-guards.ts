/**
 * Loaded before the program, it changes LIMITS and removes guards from the source, as its query says. Rigs start the
 * program with small limits, and controls without guards. Operators cannot set any of it.
 */
import { registerHooks } from 'node:module';
import type { Guard } from './scenario.ts';

const query = new URL(import.meta.url).searchParams;
const guards: readonly Guard[] = JSON.parse(query.get('guards') ?? '[]');

/** @throws Error when a guard is not in its file, because the control would then prove nothing. */
function withoutGuards(url: string, source: string): string {
  return guards
    .filter(({ file }) => url.endsWith(`/${file}`))
    .reduce((text, { file, guard, without }) => {
      if (!text.includes(guard)) throw new Error(`${file} holds no "${guard}"`);
      return text.replaceAll(guard, without);
    }, source);
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!guards.some(({ file }) => url.endsWith(`/${file}`))) return loaded;
    return { ...loaded, source: withoutGuards(url, String(loaded.source)) };
  },
});

// Imported only now, so that what it imports has lost its guards too.
const { LIMITS } = await import('#platform/server/limits.ts');
Object.assign(LIMITS, JSON.parse(query.get('limits') ?? '{}'));
