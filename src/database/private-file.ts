import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * An empty file for the program's own user, where there is none: one that SQLite makes, everybody on the machine may read.
 * Its log gets the same mode. A file that is there is not touched: closing it would let go of SQLite's locks on it.
 */
export function makeForUsAlone(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
