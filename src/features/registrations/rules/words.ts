/** Sentences about bursts, for organisers. */
import type { Warning } from '#features/events/contract.ts';
import { MINUTE } from '#platform/durations.ts';
import { listed } from '#platform/listed.ts';
import { counted } from '#platform/numbers.ts';
import { clockTime, timeRange } from '#platform/time.ts';
import type { Burst, Counts, PerMinute, Restored } from '../contract.ts';
import { KINDS, pluralOf, total } from './counts.ts';

const number = (count: number): string => count.toLocaleString('en-US');

/** '471 places, 2 accounts and 1 game'; 'nothing' when all are zero. */
export const countWords = (counts: Counts): string =>
  listed(kindsIn(counts).map((kind) => counted(counts[pluralOf(kind)], kind))) || 'nothing';

const kindsIn = (counts: Counts) => KINDS.filter((kind) => counts[pluralOf(kind)] > 0);

/** Returns one word for the whole burst: places, unless there are none. */
export const nounOf = (counts: Counts): string => pluralOf(kindsIn(counts)[0] ?? 'place');

/** '11:02–11:03 AM', in whole minutes. */
export const minutesOf = ({ from, to }: { from: string; to: string }, zone: string): string => {
  const first = Math.floor(Date.parse(from) / MINUTE);
  const end = Math.floor(Date.parse(to) / MINUTE) + 1;
  return timeRange(new Date(first * MINUTE).toISOString(), end - first, zone);
};

/** '471 places by 471 new phones from one network, 11:02–11:03 AM' */
export const burstWords = (burst: Burst, zone: string): string =>
  `${countWords(burst.found)} by ${counted(burst.phones, 'new phone')} from one network, ${minutesOf(burst, zone)}`;

const MANY_PER_PHONE = 10;

/** Says what helps to tell guests from a script. States facts only; the organiser decides. */
export const phoneWords = ({
  phones,
  activePhones,
  found,
}: Pick<Burst, 'phones' | 'activePhones' | 'found'>): string => {
  const perPhone = Math.round(total(found) / phones);
  if (perPhone > MANY_PER_PHONE) return `About ${number(perPhone)} for each phone: a script, not a guest.`;
  if (activePhones === 0) return 'Each phone did this one thing and nothing else, as a script does.';
  const who = activePhones === phones ? 'All of these phones' : `${number(activePhones)} of these phones`;
  return `${who} did more than one thing, as guests do.`;
};

/** Says what stays when the burst is removed; null when nothing does. */
export const stayWords = ({ found, removable }: Pick<Burst, 'found' | 'removable'>): string | null => {
  const [places, accounts] = [found.places - removable.places, found.accounts - removable.accounts];
  const parts = [
    ...(places > 0 ? [`${counted(places, 'place')} checked in or in a drawn bracket`] : []),
    ...(accounts > 0 ? [`${counted(accounts, 'account')} with points`] : []),
  ];
  if (parts.length === 0) return null;
  return `${listed(parts)} ${places + accounts === 1 ? 'stays' : 'stay'}.`;
};

/** The part of the engine room. */
const LINK = { label: 'Registrations', to: '/admin/engine#registrations' };

export const PAUSED: Warning = {
  id: 'registration paused',
  text: 'Registration is paused: visitors can’t take places, make accounts or add games. Resume it under Registrations.',
  link: LINK,
};

const RECENT_MS = 15 * MINUTE;

/** Warnings for removable bursts of the last quarter of an hour, for Needs attention. */
export const burstWarnings = (bursts: readonly Burst[], now: string, zone: string): Warning[] =>
  bursts
    .filter(({ to, removable }) => Date.parse(now) - Date.parse(to) < RECENT_MS && total(removable) > 0)
    .map((burst) => ({
      id: `burst ${burst.network} ${burst.from}`,
      text: `${burstWords(burst, zone)}. Look at them under Registrations.`,
      link: LINK,
    }));

/** Says how fast places are taken now and over three hours, and when the busiest minute was. */
export const rateWords = (perMinute: readonly PerMinute[], zone: string): string => {
  const sum = perMinute.reduce((all, { places }) => all + places, 0);
  if (sum === 0) return 'No place was taken in the last three hours.';
  const now = perMinute.slice(-2).reduce((all, { places }) => all + places, 0);
  const busiest = perMinute.reduce((one, other) => (other.places > one.places ? other : one));
  const most = `${counted(busiest.places, 'place')} at ${clockTime(busiest.at, zone)}`;
  return `${counted(now, 'place')} in the last two minutes, ${number(sum)} in three hours. Busiest minute: ${most}.`;
};

/** Says what an undo restored and what it could not. */
export const restoredWords = ({ restored, lost }: Restored): string => {
  const came = total(restored) === 0 ? 'Nothing came back.' : `${countWords(restored)} came back.`;
  const reasons = [
    ...(lost.seats > 0 ? [`${number(lost.seats)} found no free seat`] : []),
    ...(lost.names > 0 ? [`${number(lost.names)} had their name taken`] : []),
    ...(lost.events > 0 ? [`${number(lost.events)} lost their event or its bracket was drawn`] : []),
  ];
  return reasons.length === 0 ? came : `${came} Not restored: ${listed(reasons)}.`;
};
