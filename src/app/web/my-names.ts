import { useQuery } from '@tanstack/react-query';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';

const NONE: readonly string[] = [];

const namesIn = (rsvps: readonly Rsvp[]): readonly string[] => [...new Set(rsvps.map((rsvp) => rsvp.playerName))];

/** Returns the names this device has registered with, the last used first. Loaded after hydration. */
export const useMyNames = (): readonly string[] =>
  useQuery({ ...myRsvpsQuery, select: (rsvps) => namesIn(rsvps.toReversed()) }).data ?? NONE;
