import { placesOfScores, readPlaces } from '../engine/heat-tables.ts';

/** Undefined: was not there. */
type Typed = { readonly place: number | null; readonly score: number | null } | undefined;

/** The places of a heat: as typed, or by the scores, highest first, where no place is typed; 0 for who was not there. */
export function placesOf(typed: readonly Typed[]): number[] {
  const present = typed.filter((one) => one !== undefined);
  const hasPlaces = present.some(({ place }) => place !== null);
  const places = hasPlaces
    ? readPlaces(present.map(({ place }) => place ?? present.length))
    : placesOfScores(present.map(({ score }) => score ?? Number.NEGATIVE_INFINITY));
  let next = 0;
  return typed.map((one) => (one === undefined ? 0 : (places[next++] ?? 0)));
}
