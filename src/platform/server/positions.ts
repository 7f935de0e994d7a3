/**
 * Positions on the live stream, in milliseconds since 1970 so that those of two instances can be compared. A read at a
 * position contains every change that was published before it.
 */

import { familyOf } from './topics.ts';

/** Topics whose last touch is remembered; of the others only that it was earlier. */
const REMEMBERED = 5000;

/** `skewMs`: how far the clocks of two instances may be apart; 0 when there is only one. */
export function positions(skewMs: number) {
  let last = Date.now();
  /** When each topic was last touched, oldest first. */
  const touches = new Map<string, number>();
  let floor = last;

  const now = (): number => {
    last = Math.max(last, Date.now());
    return last;
  };
  /** Above everything that `now` returned before. */
  const next = (): number => {
    last = Math.max(last + 1, Date.now());
    return last;
  };

  return {
    now,
    next,

    touch(topic: string): void {
      touches.delete(topic);
      touches.set(topic, next());
      for (const [oldest, at] of touches) {
        if (touches.size <= REMEMBERED) break;
        touches.delete(oldest);
        floor = Math.max(floor, at);
      }
    },

    /** Returns whether the topic, or the family that it belongs to, may have been touched after the position. */
    isTouchedAfter(topic: string, position: number): boolean {
      return Math.max(floor, touches.get(topic) ?? 0, touches.get(familyOf(topic)) ?? 0) > position;
    },

    /**
     * Returns a position of another instance as one of this, which may be lower and never too high: with clocks up to 5 s apart
     * 12:00:30 is 12:00:25 here. One from the future, given before the clock was set back, counts as 0.
     */
    within: (position: number): number => (position > now() + skewMs ? 0 : Math.min(position, last) - skewMs),

    /** Everything before may have been missed. */
    reset(): void {
      touches.clear();
      floor = next();
    },
  };
}
