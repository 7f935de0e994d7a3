import { firstTwice } from '#platform/lists.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ArchivedScreen, PageKind, ScreenPage, ShownPage } from '../contract.ts';
import { MOST_SCREENS } from '../limits.ts';
import { pictureName } from '../pictures/rules.ts';

/** Until an organiser arranges it. */
export const FIRST_PLAYLIST: ScreenPage[] = [
  { kind: 'now-here', seconds: 20 },
  { kind: 'tournaments', seconds: 30 },
  { kind: 'messages', seconds: 15 },
  { kind: 'standings', seconds: 20 },
  { kind: 'app', seconds: 10 },
];

export const checkScreens = ({ screens }: { readonly screens: readonly ArchivedScreen[] }): Verdict =>
  firstTwice(screens, ({ name }) => name) === null && screens.length <= MOST_SCREENS
    ? null
    : new Refusal('BAD_INPUT', 'The file holds a screen twice, or too many.', { field: 'screens' });

export const PAGE_WORDS: Record<PageKind, string> = {
  'now-here': 'Now and next in this room',
  'now-rooms': 'Now and next by room',
  tournaments: 'Tournaments',
  tournament: 'One tournament',
  standings: 'Standings',
  messages: 'Messages',
  'open-games': 'Open games',
  queue: 'Queue',
  picture: 'Picture',
  map: 'Map of the rooms',
  app: 'QR code of the app',
  ceremony: 'The ceremony',
};

/** 'Tournament: Catan Open' */
export function shownWords({ kind, eventId }: ShownPage, events: Known['events']): string {
  if (kind === 'urgent') return 'Urgent messages';
  if (kind === 'calm') return 'The festival’s name: no page has anything to say';
  const event = events.find(({ id }) => id === eventId);
  return event === undefined ? PAGE_WORDS[kind] : `Tournament: ${event.title}`;
}

type Known = {
  readonly events: readonly { readonly id: string; readonly title: string }[];
  readonly pictures: readonly { readonly id: string; readonly name: string }[];
};

/** 'One tournament: Catan Open', 'Picture 2' */
export function pageName(
  { kind, eventId, pictureId }: Omit<ScreenPage, 'seconds'>,
  { events, pictures }: Known,
): string {
  if (kind === 'tournament')
    return `${PAGE_WORDS[kind]}: ${events.find(({ id }) => id === eventId)?.title ?? 'it was deleted'}`;
  if (kind !== 'picture') return PAGE_WORDS[kind];
  return pictureName(pictures, pictureId) ?? `${PAGE_WORDS[kind]}: it was removed`;
}

/** 'Große Halle 1' → 'grosse-halle-1', while it is typed. */
export const asScreenName = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40);

/** Phones' keyboards add a blank after a word, which has become a hyphen. */
export const typedName = (name: string): string => name.replace(/-+$/, '');
