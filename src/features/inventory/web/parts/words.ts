/** Word and colour of each game type, the same as for events. */
import type { Colour } from '#platform/web/ui/colours.ts';
import type { GameType } from '../../contract.ts';

export const TYPE_LABEL: Readonly<Record<GameType, string>> = {
  'board-game': 'Board game',
  'card-game': 'Card game',
  'video-game': 'Video game',
};

export const TYPE_COLOUR: Readonly<Record<GameType, Colour>> = {
  'board-game': 'sea',
  'card-game': 'sky',
  'video-game': 'violet',
};

export const TYPE_CHOICES = [
  { value: '', label: 'All Types' },
  { value: 'board-game', label: 'Board Games' },
  { value: 'card-game', label: 'Card Games' },
  { value: 'video-game', label: 'Video Games' },
] as const;

/** "2-4 players"; a longer text ("best with 4") is shown unchanged. */
export const playersText = (playerCount: string): string => {
  if (!/^\d+(\s*[-–]\s*\d+)?\+?$/.test(playerCount)) return playerCount;
  return `${playerCount} ${playerCount === '1' ? 'player' : 'players'}`;
};
