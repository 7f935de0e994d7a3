import type { Screen, ScreenPage } from '../../contract.ts';
import { PAGE_WORDS } from '../../rules/page-name.ts';

/** Where one page of a screen is seen alone, saved or not: '/display/arcade?kind=tournament&eventId=…' */
export const previewPath = ({ name }: Pick<Screen, 'name'>, page: Omit<ScreenPage, 'seconds'>): string => {
  const { kind, eventId = '', pictureId = '' } = page;
  return `/display/${name}?${new URLSearchParams({ kind, eventId, pictureId })}`;
};

/** Returns the page of a preview's address; null when it is none. */
export function previewedPage(search: string): ScreenPage | null {
  const asked = new URLSearchParams(search);
  const kind = (Object.keys(PAGE_WORDS) as ScreenPage['kind'][]).find((one) => one === asked.get('kind'));
  const idOf = (name: string) => asked.get(name) || undefined;
  return kind === undefined ? null : { kind, seconds: 20, eventId: idOf('eventId'), pictureId: idOf('pictureId') };
}
