import { type Clocked, endOf, isOver } from '#features/events/rules/clock.ts';
import { DAY } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Feedback } from './contract.ts';

const ASKED_MS = 7 * DAY;

/** From the end of an event, or its completion, until a week after its planned end. */
export const isAsked = (event: Clocked, now: string): boolean =>
  isOver(event, now) && Date.parse(now) < endOf(event) + ASKED_MS;

export const whyNotSay = (
  event: Clocked,
  { now, wasThere }: { readonly now: string; readonly wasThere: boolean },
): Verdict => {
  if (!wasThere) return new Refusal('NOT_THERE', 'Only people who were checked in are asked how it was.');
  return isAsked(event, now) ? null : new Refusal('NOT_TODAY', 'You are asked from the end of the event, for a week.');
};

/** '4.5 of 5 stars from 12 phones' */
export const averageWords = (all: readonly Pick<Feedback, 'stars'>[]): string => {
  const sum = all.reduce((total, { stars }) => total + stars, 0);
  return `${(sum / all.length).toFixed(1)} of 5 stars from ${all.length} ${all.length === 1 ? 'phone' : 'phones'}`;
};
