import type { RoundClock } from '#features/events/contract.ts';
import { useSeconds } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { clockText, leftOn, signOf } from '../../rules/round-clock.ts';

const TONE = { up: 'text-coral', soon: 'text-sun', none: 'text-ink' } as const;

/** "Round 3: 12:34 left"; coral when time is up. Nothing ends by itself. */
export function RoundTime({ clock }: { clock: RoundClock }) {
  const at = useSeconds();
  const left = leftOn(clock, at);
  const sign = signOf(left);
  // The page of the server would show the second in which it was made.
  if (!useHydrated()) return null;
  const words = sign === 'up' ? 'time is up' : `${clockText(left)}${clock.endsAt === null ? ', paused' : ' left'}`;
  return (
    <span role="timer" data-sign={sign ?? undefined} className={`font-semibold tabular-nums ${TONE[sign ?? 'none']}`}>
      {`Round ${clock.round}: ${words}`}
    </span>
  );
}
