/** docs/behaviour.md "Several devices" */

import { type Asker, mayChange } from '#features/access/rules/sessions.ts';
import { type CodeNetwork, limitsOfCodes } from '#features/access/rules/throttle.ts';
import { codeIn } from '#platform/codes.ts';
import { MINUTE } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import { isolated } from '#platform/names.ts';
import { listed, several } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Holding, Joined } from './contract.ts';
import { MOST_DEVICES } from './limits.ts';

export const CODE_LENGTH = 8;
export const CODE_WORKS_MS = 10 * MINUTE;

export const readCode = (typed: string): string | null => codeIn(typed, CODE_LENGTH);

/** In the fragment, which browsers send to no server. */
export const joinAddress = (origin: string, code: string): string => `${origin}/join#${code}`;

/** So many of a network that one guest cannot keep a hotel from joining; docs/security.md says why guessing still fails. */
const WRONG_CODES = { name: 'code', free: 5, perMinute: 600, ofAllPerMinute: 6000 } as const;

export const codeLimits = (visitorId: string | null, network: CodeNetwork) =>
  limitsOfCodes(WRONG_CODES, visitorId, network);

export const codeUnknown = (): Refusal =>
  new Refusal('LINK_OVER', 'This code is wrong, was used already, or is older than 10 minutes. Ask for a new one.', {
    field: 'code',
  });

export const joinedAlready = (): Refusal =>
  new Refusal('BAD_INPUT', 'This is the phone that shows the code. Type it on the other one.', { field: 'code' });

export const nothingToMove = (): Refusal =>
  new Refusal('GONE', 'These places were cancelled in the meantime, or are in My schedule of this phone already.', {
    field: 'code',
  });

export const nothingToOffer = (): Refusal => new Refusal('GONE', 'These places were cancelled in the meantime.');

export const tooManyDevices = (): Refusal =>
  new Refusal(
    'TOO_MANY_HERE',
    `Together these are more than ${MOST_DEVICES} devices. Remove one on the other phone first.`,
    {
      field: 'code',
    },
  );

export const lastDevice = (): Refusal =>
  new Refusal('LAST_DEVICE', 'This is your only device: without it nobody could cancel your places.');

export const whyNotRemove = (ownerId: string, caller: Asker): Verdict =>
  mayChange(ownerId, caller) ? null : new Refusal('NOT_YOURS', 'This device belongs to somebody else.');

type NamedHolding = { readonly playerName: string; readonly nameKey: string; readonly waits: boolean };

export function peopleIn(holdings: readonly NamedHolding[]): Joined['people'] {
  const people = [...groupBy(holdings, ({ nameKey }) => nameKey).values()].map((own) => ({
    name: own[0]?.playerName ?? '',
    places: own.filter(({ waits }) => !waits).length,
    waits: own.filter(({ waits }) => waits).length,
  }));
  return people.sort((one, other) => other.places - one.places);
}

/** "Rosa Lindqvist: 4 places" */
export const joinedWords = ({ people }: Joined): string =>
  people
    .map(({ name, places, waits }) => {
      const what = [...several(places, 'place'), ...several(waits, 'waiting list')];
      return `${isolated(name)}: ${listed(what)}`;
    })
    .join('; ') || 'This phone now shows the same schedule';

/** By phone, those without one last; then those that have the name asked for, then by time. */
export const sortHoldings = <H extends Holding>(holdings: readonly H[]): H[] =>
  holdings.toSorted(
    (one, other) =>
      (one.phone ?? Infinity) - (other.phone ?? Infinity) ||
      Number(other.named) - Number(one.named) ||
      (one.startTime < other.startTime ? -1 : 1),
  );

/** An equal name is no proof: it must be on the phone asked for or the only one. */
export const isChosenFirst = ({ named, phone }: Holding, all: readonly Holding[]): boolean =>
  named && (phone === 0 || all.every((other) => other.phone === phone));
