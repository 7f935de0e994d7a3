import { readAddress } from './address.ts';
import { screenAt } from './screens.ts';

/** Parts of the address that change what the server draws; all else is the visitor's own and drawn in the browser. */
const DRAWN = ['q', 'type', 'event'];

/** The same for all addresses whose first page is the same, so that the server draws and keeps it once. */
export function pageKey(url: string): string {
  const { path, search } = readAddress(url);
  const screen = screenAt(path);
  if (!screen.known) return 'page 404';
  if (screen.path !== '/') return `page ${screen.path}`;
  const query = new URLSearchParams(search);
  const drawn = DRAWN.map((name) => query.get(name) ?? '');
  return `page / ${JSON.stringify(drawn)}`;
}
