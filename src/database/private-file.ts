import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * Creates an empty file that only its owner can read, if it does not exist; SQLite would make it readable for everyone.
 * SQLite gives the log the same mode. An existing file is not opened: closing it would release SQLite's locks on it.
 */
export function makeForUsAlone(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
