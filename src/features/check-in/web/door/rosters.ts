/** The staff lists opened lately, without emails and answers, so that they open again after a reload without network, as long as a tap may wait. */
import { deskStorage } from '#features/access/web/state.ts';
import { now, nowIso } from '#platform/web/clock.tsx';
import { confirmTime } from '#platform/web/connection.ts';
import type { StaffRsvp } from '../../contract.ts';
import { TAP_WAITS_MS } from '../../rules/taps.ts';

/** Local storage holds some 5 MB; a person takes about 200 bytes. */
const MOST_LISTS = 8;
const MOST_PEOPLE = 4_000;

type Roster = { readonly eventId: string; readonly at: string; readonly rsvps: readonly StaffRsvp[] };

function read(): readonly Roster[] {
  try {
    const lists: readonly Roster[] = JSON.parse(deskStorage.get() ?? '[]');
    return lists.filter(({ at }) => now() - Date.parse(at) < TAP_WAITS_MS);
  } catch {
    return [];
  }
}

/** Call on every visit: names do not stay on the phone. */
export async function dropOldRosters(): Promise<void> {
  if (await confirmTime()) deskStorage.set(JSON.stringify(read()));
}

export const rosterOf = (eventId: string): Roster | undefined => read().find((list) => list.eventId === eventId);

export function keepRoster(eventId: string, rsvps: readonly StaffRsvp[]): void {
  const namesAlone = rsvps.map(({ playerEmail: _, answers: __, ...rsvp }) => rsvp);
  const others = read().filter((list) => list.eventId !== eventId);
  const lists = [{ eventId, at: nowIso(), rsvps: namesAlone }, ...others];
  const kept: Roster[] = [];
  let people = 0;
  for (const list of lists.slice(0, MOST_LISTS)) {
    people += list.rsvps.length;
    if (people <= MOST_PEOPLE) kept.push(list);
  }
  deskStorage.set(JSON.stringify(kept));
}
