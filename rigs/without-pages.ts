/** Loaded before the program when nothing is built: it then serves the API without pages. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/src/app/server/built.ts')
      ? { format: 'module', source: 'export const readBuilt = async () => null;', shortCircuit: true }
      : next(url, context),
});
