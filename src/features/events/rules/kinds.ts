/** What an event is: its type and its tournament type. */
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventType, FestivalEvent, TournamentType } from '../contract.ts';

const GAME_TYPES = { 'board-game': 'board', 'card-game': 'board', 'video-game': 'video', course: null } as const;

export const gameTypeOf = (eventType: EventType): 'board' | 'video' | null => GAME_TYPES[eventType];

export const TOURNAMENT_LABEL: Readonly<Record<TournamentType, string>> = {
  'single-elimination': 'Single elimination',
  'double-elimination': 'Double elimination',
};

/** The tournament type is fixed once the bracket exists; `wanted` undefined leaves it unchanged. */
export const whyNotChangeTournament = (
  present: FestivalEvent['tournamentType'],
  wanted: FestivalEvent['tournamentType'] | undefined,
  bracketDrawn: boolean,
): Verdict =>
  bracketDrawn && wanted !== undefined && wanted !== present
    ? new Refusal('BRACKET_DRAWN', 'The bracket of this event is already drawn, so its tournament type stays.', {
        field: 'tournamentType',
      })
    : null;
