import type { PageKind } from '../contract.ts';

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
