/** The rows of the staff list: places, and what organisers did to places and can still undo. */
import type { Amendment } from '#features/amendments/contract.ts';
import { compareNames, finder, nameToSearch } from '#platform/names.ts';
import type { StaffRsvp } from '../../contract.ts';
import type { DoorRow } from '../../rules/unsent-taps.ts';

export type Row = { readonly rsvp: DoorRow } | { readonly amendment: Amendment };

/** Returns those whose name or email `q` finds. */
export function matching<R extends StaffRsvp>(rsvps: readonly R[], q: string): readonly R[] {
  const isFound = finder(q);
  return rsvps.filter(({ playerName, playerEmail }) => [playerName, playerEmail ?? ''].map(nameToSearch).some(isFound));
}

/** Returns the rows that a search finds, each amendment where its place was. */
export function rowsOf(rsvps: readonly DoorRow[], amendments: readonly Amendment[], q: string): readonly Row[] {
  const rows: Row[] = matching(rsvps, q).map((rsvp) => ({ rsvp }));
  const isFound = finder(q);
  const present = new Set(rsvps.map(({ id }) => id));
  for (const amendment of amendments) {
    // Back already: the list is newer.
    if (amendment.kind !== 'renamed' && present.has(amendment.placeId)) continue;
    const { playerName } = amendment;
    if (!isFound(nameToSearch(playerName))) continue;
    const at = rows.findIndex((row) => 'rsvp' in row && compareNames(row.rsvp.playerName, playerName) >= 0);
    rows.splice(at === -1 ? rows.length : at, 0, { amendment });
  }
  return rows;
}

export const keyOf = (row: Row): string => ('rsvp' in row ? row.rsvp.id : row.amendment.id);
