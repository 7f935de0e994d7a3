import type { PageKind, ScreenPage, ShownPage } from '../contract.ts';

/** A page as organisers choose it, and as a wall says which one it shows. */
export const PAGE_WORDS: Record<PageKind, string> = {
  'now-here': 'Now and next in this room',
  'now-rooms': 'Now and next by room',
  tournaments: 'Tournaments',
  tournament: 'One tournament',
  standings: 'Standings',
  messages: 'Messages',
  picture: 'Picture',
  app: 'QR code of the app',
  ceremony: 'The ceremony',
};

/** What a wall says that it shows: 'Tournament: Catan Open' */
export function shownWords({ kind, eventId }: ShownPage, events: Known['events']): string {
  if (kind === 'urgent') return 'Urgent messages';
  if (kind === 'calm') return 'The festival’s name: no page has anything to say';
  const event = events.find(({ id }) => id === eventId);
  return event === undefined ? PAGE_WORDS[kind] : `Tournament: ${event.title}`;
}

type Known = {
  readonly events: readonly { readonly id: string; readonly title: string }[];
  readonly pictures: readonly { readonly id: string }[];
};

/** 'One tournament: Catan Open', 'Picture 2' */
export function pageName(
  { kind, eventId, pictureId }: Omit<ScreenPage, 'seconds'>,
  { events, pictures }: Known,
): string {
  if (kind === 'tournament')
    return `${PAGE_WORDS[kind]}: ${events.find(({ id }) => id === eventId)?.title ?? 'it was deleted'}`;
  if (kind !== 'picture') return PAGE_WORDS[kind];
  const index = pictures.findIndex(({ id }) => id === pictureId);
  return index === -1 ? `${PAGE_WORDS[kind]}: it was removed` : `${PAGE_WORDS[kind]} ${index + 1}`;
}

/** What organisers type becomes a name on the way: 'Große Halle 1' is 'grosse-halle-1'. */
export const asScreenName = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40);

/** Without the hyphen of a blank at the end, as keyboards of phones type it. */
export const typedName = (name: string): string => name.replace(/-+$/, '');
