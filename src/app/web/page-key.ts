import { screenAt } from './screens.ts';

/** Parts of the address that change what the server draws; all else is the visitor's own and drawn in the browser. */
const DRAWN = ['q', 'type', 'event'];

/** The same for all addresses whose first page is the same, so that the server draws and keeps it once. */
export function pageKey(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://page');
  const screen = screenAt(pathname);
  if (!screen.known) return 'page 404';
  if (screen.path !== '/') return `page ${screen.path}`;
  const drawn = DRAWN.map((name) => searchParams.get(name) ?? '');
  return `page / ${JSON.stringify(drawn)}`;
}
