/** Valid objects, of which a test names only the fields it needs. */
import type { FestivalFile } from '#features/archive/contract.ts';
import type { NewEvent } from '#features/events/contract.ts';
import type { NewGame } from '#features/inventory/contract.ts';
import type { NewOpenGame } from '#features/inventory/open-games/contract.ts';
import type { Registration } from '#features/rsvps/contract.ts';

export const anEvent = (said: Partial<NewEvent> = {}): NewEvent => ({
  title: 'Catan Open',
  eventType: 'board-game',
  description: 'Trade, build, betray.',
  startTime: '2025-11-14T23:00:00.000Z',
  duration: 120,
  location: 'Ballroom A',
  host: 'Priya',
  capacity: 16,
  googleDocUrl: null,
  tournamentType: null,
  ...said,
});

export const aGame = (said: Partial<NewGame> = {}): NewGame => ({
  name: 'Azul',
  gameType: 'board-game',
  owner: 'Noor',
  playerCount: '2-4',
  playTime: 45,
  description: 'Tiles, and none to spare.',
  available: true,
  ...said,
});

export const anOpenGame = (said: Partial<NewOpenGame> = {}): NewOpenGame => ({
  game: 'Azul',
  location: 'Ballroom A',
  places: 3,
  playerName: 'Rosa',
  ...said,
});

export const aRegistration = (eventId: string, said: Partial<Registration> = {}): Registration => ({
  eventId,
  playerName: 'Alex',
  ...said,
});

export const aFestivalFile = (said: Partial<FestivalFile> = {}): FestivalFile => ({
  format: 'boardwalk festival',
  version: 1,
  exportedAt: '2025-11-14T17:00:00.000Z',
  festival: 'Games by the Sea',
  sample: false,
  rehearsal: false,
  events: [],
  users: [],
  facts: [],
  waiting: [],
  rsvps: [],
  games: [],
  brackets: [],
  points: [],
  freeze: [],
  claims: [],
  feedback: [],
  pictures: [],
  screens: [],
  uploads: [],
  audit: [],
  ...said,
});

/** A PNG of one pixel. */
export const aPicture = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

/** One good row. */
export const aProgramme = 'title,type,start,location,host\nKaraoke,course,2025-11-14 22:00,Lounge,Mo\n';
