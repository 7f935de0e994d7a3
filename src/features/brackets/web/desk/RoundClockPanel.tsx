import { useEffect, useRef } from 'react';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { request } from '#platform/web/api.ts';
import { useSeconds } from '#platform/web/clock.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { setClock } from '../../contract.ts';
import { type ClockAction, leftOn, signOf } from '../../rules/round-clock.ts';
import { RoundTime } from '../parts/RoundTime.tsx';

type RoundClockPanelProps = {
  event: FestivalEvent;
  /** A match of the round is open. */
  isOn: boolean;
};

/** The clock of a round at the desk, with a sign and a sound at five minutes and at none. */
export function RoundClockPanel({ event: { id, title, format, roundClock }, isOn }: RoundClockPanelProps) {
  const act = useAct(
    (action: ClockAction) =>
      request<typeof setClock>('PUT /api/events/{id}/round-clock', { params: { id }, body: { action } }),
    { fails: 'The clock could not be set. Please try again.' },
  );
  const at = useSigns(title, roundClock);
  if (roundClock === null)
    return (
      isOn &&
      format?.minutes !== undefined && (
        <ActButton act={act} of="start">
          Start the clock
        </ActButton>
      )
    );
  const isPaused = roundClock.endsAt === null;
  const isUp = leftOn(roundClock, at) === 0;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Clock of the round</legend>
      <span className="px-1 text-xl">
        <RoundTime clock={roundClock} />
      </span>
      {isUp && (
        <ActButton act={act} of="start">
          Start anew
        </ActButton>
      )}
      {!isUp && (
        <ActButton act={act} of={isPaused ? 'resume' : 'pause'}>
          {isPaused ? 'Go on' : 'Pause'}
        </ActButton>
      )}
      <ActButton act={act} of="more" aria-label="Five minutes more">
        + 5
      </ActButton>
    </fieldset>
  );
}

/** Says once that five minutes are left, and that time is up; a pause changes nothing. Returns the time. */
function useSigns(title: string, clock: FestivalEvent['roundClock']): number {
  const at = useSeconds();
  const sign = clock === null ? null : signOf(leftOn(clock, at));
  const before = useRef(sign);
  const round = clock?.round;
  useEffect(() => {
    const isNew = sign !== null && sign !== before.current;
    before.current = sign;
    if (!isNew) return;
    beep(sign === 'up' ? 3 : 1);
    showToast({
      title: sign === 'up' ? `Round ${round}: time is up` : `Round ${round}: five minutes left`,
      description: title,
    });
  }, [sign, round, title]);
  return at;
}

/** Browsers without sound, or before the first press on the page, stay silent. */
function beep(times: number): void {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0;
  tone.connect(volume).connect(audio.destination);
  for (let time = 0; time < times; time += 1) {
    volume.gain.setValueAtTime(0.2, audio.currentTime + time * 0.5);
    volume.gain.setValueAtTime(0, audio.currentTime + time * 0.5 + 0.25);
  }
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + times * 0.5);
}
