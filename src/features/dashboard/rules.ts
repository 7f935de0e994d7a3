/** What the line of a closed part says of how it is now, and which warnings are for whom. */
import type { Warning } from '#features/events/contract.ts';
import { type Clocked, phaseOf } from '#features/events/rules/clock.ts';
import { counted } from '#platform/numbers.ts';

/** A warning that leads nowhere is for the person who installed the program: organisers get one line for all of them. */
export function splitWarnings(warnings: readonly Warning[]) {
  const ofMachine = warnings.filter(({ link }) => link === undefined);
  const toActOn = warnings.filter(({ link }) => link !== undefined);
  if (ofMachine.length > 0)
    toActOn.push({
      id: 'machine',
      text: `${machineState(ofMachine)}. Tell them.`,
      link: { label: 'Machine', to: '/admin/setup#machine' },
    });
  return { toActOn, ofMachine };
}

export const machineState = (ofMachine: readonly unknown[]): string =>
  ofMachine.length === 0
    ? 'Who is unlocked, and who changed what'
    : `${counted(ofMachine.length, 'thing')} for the person who installed the program`;

export const claimsState = (claims: readonly { readonly state: string }[]): string => {
  const open = claims.filter(({ state }) => state === 'claimed').length;
  return open === 0 ? 'Nothing to decide' : `${open} to decide`;
};

type Standings = { readonly at: string | null; readonly isFrozen: boolean; readonly hasCeremony: boolean };

export function standingsState({ at, isFrozen, hasCeremony }: Standings): string {
  if (hasCeremony) return 'The ceremony has begun';
  if (at === null) return 'Not frozen';
  return isFrozen ? `Frozen as of ${at}` : `Freezes on ${at}`;
}

export const programmeState = (events: readonly Clocked[], now: string): string => {
  if (events.length === 0) return 'No event yet';
  const ahead = events.filter((event) => phaseOf(event, now) === 'upcoming').length;
  return `${counted(events.length, 'event')}, ${ahead} to come`;
};

type Picture = { readonly id: string };

/** The facts name the map's picture also when it was removed under Screens. */
export function roomsState(
  { rooms = [], mapPicture }: { rooms?: readonly unknown[] | undefined; mapPicture?: string | null | undefined },
  pictures: readonly Picture[] | undefined,
): string {
  if (rooms.length === 0) return 'No room yet';
  const many = counted(rooms.length, 'room');
  if (pictures === undefined) return many;
  return `${many}, ${pictures.some(({ id }) => id === mapPicture) ? 'with a map' : 'no map'}`;
}

type Helper = { readonly endsAt: string; readonly devices: readonly unknown[] };

export function helpersState(helpers: readonly Helper[], now: string): string {
  const working = helpers.filter(({ endsAt }) => endsAt > now);
  if (working.length === 0) return 'Nobody has a link';
  const phones = working.reduce((sum, { devices }) => sum + devices.length, 0);
  return `${counted(working.length, 'link')}, open on ${counted(phones, 'phone')}`;
}

export const badgeWordState = ({ badgeWord }: { readonly badgeWord: string | null }): string =>
  badgeWord === null ? 'No word is asked for' : 'New phones are asked for the word';

type Registrations = { readonly paused: boolean; readonly bursts: readonly unknown[] };

export function registrationsState({ paused, bursts }: Registrations): string {
  if (paused) return 'Stopped: nobody can register';
  return bursts.length === 0 ? 'Open, no burst' : `Open, ${counted(bursts.length, 'burst')}`;
}
