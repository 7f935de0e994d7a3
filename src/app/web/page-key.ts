import { readAddress } from './address.ts';
import { screenAt } from './screens.ts';

/** Parts of the address that change what the server draws; all else is the visitor's own and drawn in the browser. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  '/': ['q', 'type', 'event'],
  '/display': ['event', 'rotate', 'events'],
};

/** The same for all addresses whose first page is the same, so that the server draws and keeps it once. */
export function pageKey(url: string): string {
  const { path, search } = readAddress(url);
  const screen = screenAt(path);
  if (!screen.known) return 'page 404';
  const names = DRAWN[screen.path];
  if (names === undefined) return `page ${screen.path}`;
  const query = new URLSearchParams(search);
  const drawn = names.map((name) => query.get(name) ?? '');
  return `page ${screen.path} ${JSON.stringify(drawn)}`;
}
