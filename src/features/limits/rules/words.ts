import type { Warning } from '#features/events/contract.ts';
import { MINUTE } from '#platform/durations.ts';
import { counted, countedOf } from '#platform/numbers.ts';
import { clockTime } from '#platform/time.ts';
import type { Burst, Removal, Restored } from '../contract.ts';

/** 'network Zk3vQ0': enough of the hash to tell two networks apart. */
export const networkWords = (network: string): string => `network ${network.slice(0, 6)}`;

export const thingWords = (things: number): string => counted(things, 'thing');

/** '471 things of network Zk3vQ0 since 11:02 AM' */
export const madeWords = ({ network, since, things }: Burst | Removal, zone: string): string =>
  `${thingWords(things)} of ${networkWords(network)} since ${clockTime(since, zone)}`;

const LINK = { label: 'Limits', to: '/admin/setup#registrations' };

export const PAUSED: Warning = {
  id: 'registration paused',
  text: 'Registration is paused: visitors can’t take places, make accounts or add games. Resume it under Limits.',
  link: LINK,
};

const RECENT_MS = 15 * MINUTE;

/** Of the last quarter of an hour. */
export const burstWarnings = (bursts: readonly Burst[], now: string, zone: string): Warning[] =>
  bursts
    .filter(({ until }) => Date.parse(now) - Date.parse(until) < RECENT_MS)
    .map((burst) => ({
      id: `burst ${burst.network} ${burst.since}`,
      text: `New phones of ${networkWords(burst.network)} made ${thingWords(burst.things)} since ${clockTime(burst.since, zone)}. Look at them under Limits.`,
      link: LINK,
    }));

export const restoredWords = ({ restored, things }: Restored): string => {
  const came = restored === 0 ? 'Nothing came back.' : `${countedOf(restored, things, 'thing')} came back.`;
  return restored === things
    ? came
    : `${came} For the rest the place or the name is taken now, or the event, the account or the phone is gone.`;
};
