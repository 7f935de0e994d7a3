/** Loaded before the program where nothing is built yet: it then serves every call, and no page. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/app/server/built.ts')
      ? { format: 'module', source: 'export const readBuilt = async () => null;', shortCircuit: true }
      : next(url, context),
});
