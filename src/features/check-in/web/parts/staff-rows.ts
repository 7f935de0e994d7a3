/** The rows of the staff list: places, and what organisers did to places and can still undo. */
import type { Amendment } from '#features/amendments/contract.ts';
import { compareNames, isTooLong, looseKey } from '#platform/names.ts';
import type { StaffRsvp } from '../../contract.ts';
import type { DoorRow } from '../../rules/waiting-taps.ts';

export type Row = { readonly rsvp: DoorRow } | { readonly amendment: Amendment };

const isNamed = (name: string, wanted: string): boolean => wanted !== '' && looseKey(name).includes(wanted);

/** Returns those whose name or email contains `q`; nobody for a text longer than any name. */
export function matching<R extends StaffRsvp>(rsvps: readonly R[], q: string): readonly R[] {
  if (isTooLong(q)) return [];
  const [wanted, plain] = [looseKey(q), q.trim().toLowerCase()];
  if (plain === '') return rsvps;
  return rsvps.filter(
    ({ playerName, playerEmail }) => isNamed(playerName, wanted) || playerEmail?.toLowerCase().includes(plain),
  );
}

/** Returns the rows that a search finds, each amendment where its place was. */
export function rowsOf(rsvps: readonly DoorRow[], amendments: readonly Amendment[], q: string): readonly Row[] {
  const rows: Row[] = matching(rsvps, q).map((rsvp) => ({ rsvp }));
  const present = new Set(rsvps.map(({ id }) => id));
  for (const amendment of amendments) {
    // Back already: the list is newer.
    if (amendment.kind !== 'renamed' && present.has(amendment.placeId)) continue;
    if (q.trim() !== '' && !isNamed(amendment.playerName, looseKey(q))) continue;
    const { playerName } = amendment;
    const at = rows.findIndex((row) => 'rsvp' in row && compareNames(row.rsvp.playerName, playerName) >= 0);
    rows.splice(at === -1 ? rows.length : at, 0, { amendment });
  }
  return rows;
}

export const keyOf = (row: Row): string => ('rsvp' in row ? row.rsvp.id : row.amendment.id);
