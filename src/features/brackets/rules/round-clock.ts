/** The clock of a round: nothing happens by itself when it is over. */
import type { RoundClock } from '#features/events/contract.ts';
import { MINUTE, SECOND } from '#platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';

export const CLOCK_ACTIONS = ['start', 'pause', 'resume', 'more'] as const;
export type ClockAction = (typeof CLOCK_ACTIONS)[number];

/** "Plus 5", and when the first sign comes. */
export const FIVE = 5 * MINUTE;

/** Milliseconds; 0 when time is up. */
export const leftOn = ({ endsAt, left }: RoundClock, now: number): number =>
  Math.max(0, endsAt === null ? (left ?? 0) * SECOND : Date.parse(endsAt) - now);

/** "50:00", "1:05:09" */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** `up` at 0, `soon` from 5 minutes on. */
export const signOf = (ms: number): 'up' | 'soon' | null => (ms === 0 ? 'up' : ms <= FIVE ? 'soon' : null);

const running = (round: number, ms: number, now: number): RoundClock => ({
  round,
  endsAt: new Date(now + ms).toISOString(),
  left: null,
});

/** Null where a round has no minutes. */
export const startedClock = (round: number, minutes: number | undefined, now: number): RoundClock | null =>
  minutes === undefined ? null : running(round, minutes * MINUTE, now);

type Pressed = { readonly round: number; readonly minutes: number | undefined; readonly now: number };

/** @throws Refusal BAD_INPUT without minutes, ROUND_NOT_READY without a clock to pause, resume or extend. */
export function pressedClock(
  clock: RoundClock | null,
  action: ClockAction,
  { round, minutes, now }: Pressed,
): RoundClock {
  if (action === 'start') {
    const started = startedClock(round, minutes, now);
    if (started === null) throw new Refusal('BAD_INPUT', 'Say in Edit Event how many minutes a round has.');
    return started;
  }
  if (clock === null) throw new Refusal('ROUND_NOT_READY', 'The clock of this round is not started.');
  const left = leftOn(clock, now);
  if (action === 'pause') return { ...clock, endsAt: null, left: Math.ceil(left / SECOND) };
  if (action === 'resume') return clock.endsAt === null ? running(clock.round, left, now) : clock;
  return clock.endsAt === null
    ? { ...clock, left: (clock.left ?? 0) + FIVE / SECOND }
    : running(clock.round, left + FIVE, now);
}
