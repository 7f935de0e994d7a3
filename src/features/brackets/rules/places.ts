import { placesOfScores, readPlaces } from '../engine/heat-tables.ts';

type Typed = { readonly place: number | null; readonly score: number | null };

/** The places of a heat: as typed, or by the scores, highest first, where no place is typed. Who has neither comes last. */
export function placesOf(typed: readonly Typed[]): number[] {
  const hasPlaces = typed.some(({ place }) => place !== null);
  const last = typed.length;
  if (hasPlaces) return readPlaces(typed.map(({ place }) => place ?? last));
  return placesOfScores(typed.map(({ score }) => score ?? Number.NEGATIVE_INFINITY));
}
