import type { Screen, ScreenPage } from '../../contract.ts';
import { PAGE_WORDS } from '../../rules/pages.ts';

/** Where one page of a screen is seen alone, saved or not: '/display/arcade?kind=tournament&eventId=…' */
export const previewPath = (
  { name, location }: Pick<Screen, 'name' | 'location'>,
  { kind, eventId = '', pictureId = '' }: Omit<ScreenPage, 'seconds'>,
): string => `/display/${name}?${new URLSearchParams({ kind, eventId, pictureId, location: location ?? '' })}`;

type Plan = Pick<Screen, 'location' | 'pages' | 'now'>;

/** Returns the page of a preview's address, and its room if it says one; null when it is none. */
export function previewed(search: string): Partial<Plan> | null {
  const asked = new URLSearchParams(search);
  const kind = (Object.keys(PAGE_WORDS) as ScreenPage['kind'][]).find((one) => one === asked.get('kind'));
  const idOf = (name: string) => asked.get(name) || undefined;
  if (kind === undefined) return null;
  const now = { kind, seconds: 20, eventId: idOf('eventId'), pictureId: idOf('pictureId') };
  return { pages: [], now, ...(asked.has('location') && { location: asked.get('location') || null }) };
}
