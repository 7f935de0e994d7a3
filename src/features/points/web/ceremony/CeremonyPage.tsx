import { useEffect } from 'react';
import { counted, ordinal } from '#platform/numbers.ts';
import { useWakeLock } from '#platform/web/big-screen.ts';
import { connectedNow, useConnected } from '#platform/web/connection.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import type { CeremonyPlace } from '../../contract.ts';
import { BEGUN, PODIUM } from '../../limits.ts';
import { FrozenNote } from '../FrozenNote.tsx';
import { useCeremony } from './use-ceremony.ts';

/** Names of one rank that fit. */
const NAMED = 6;
/** The wall keeps its dusk in both themes; sizes are hundredths of its shorter side. */
const WALL =
  'ceremony isolate flex min-h-dvh flex-col gap-[3vmin] bg-[linear-gradient(#120d33,#2a1450_60%,#5b2060)] p-[4vmin] text-[#f4efe3] scheme-dark [overflow-wrap:anywhere]';
/** The rank is said first, the names after a moment. */
const TOLD = 'motion-safe:animate-[ceremony-told_250ms_1.6s_ease-out_both]';
const STAGE = 'grid content-center justify-items-center gap-[3vmin] text-center';
const DISPLAY = 'font-display leading-[0.9] text-sun-fill';
const SENTENCE = 'text-[10vmin] leading-[1.05] font-semibold text-balance text-sun-fill';
const STEPS = ['py-[20vmin]', 'py-[12vmin]', 'py-[3vmin]'];
const NEXT_KEYS: readonly string[] = [' ', 'Enter', 'ArrowRight', 'PageDown'];

/** The ceremony on the big screen: read from ten metres, and led by an organiser's phone or, in admin mode, a tap here. */
export function CeremonyPage({ zone }: { zone: string }) {
  const { to, places, advance } = useCeremony();
  const isConnected = useConnected();
  useWakeLock();
  useEffect(() => {
    if (to === PODIUM) celebrate();
  }, [to]);
  useEffect(() => {
    const press = ({ key, repeat }: KeyboardEvent) => {
      if (NEXT_KEYS.includes(key) && !repeat) advance();
    };
    // A tap at the screen moves nothing while the organiser's phone can.
    const tap = () => connectedNow() || advance();
    addEventListener('keydown', press);
    addEventListener('click', tap);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('click', tap);
    };
  }, [advance]);
  const newest = places.filter(({ rank }) => rank === to);
  const earlier = to === PODIUM ? places.filter(({ rank }) => rank > 3) : places.filter(({ rank }) => rank !== to);
  return (
    <div className={WALL}>
      <h1 className="pixel-title text-[7vmin] leading-[0.85] text-[#ffb84d]">THE CEREMONY</h1>
      {!isConnected && (
        <p role="status" className="fixed right-[4vmin] text-[max(1.125rem,2.3vh,2.5vmin)]">
          no connection
        </p>
      )}
      <div className="grid flex-1 gap-[4vmin] landscape:has-[.ceremony-told]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {to === null ? (
          <div className={STAGE}>
            <p className={SENTENCE}>Soon you will hear who won.</p>
            <div className="[&_p]:bg-[#1b123f] [&_p]:text-[max(2.3vh,3.2vmin)] [&_svg]:text-inherit">
              <FrozenNote zone={zone} />
            </div>
          </div>
        ) : to === PODIUM ? (
          <Podium places={places} />
        ) : (
          <section role="status" aria-label="Now" className={STAGE} key={to}>
            {to === BEGUN ? (
              <p className={`${SENTENCE} motion-safe:animate-[ceremony-waits_2s_ease-in-out_infinite_alternate]`}>
                And the winners are…
              </p>
            ) : (
              <>
                <p className={`${DISPLAY} text-[16vmin]`}>{ordinal(to)}</p>
                <Names places={newest} size={newest.length > 2 ? 'text-[6vmin]' : 'text-[11vmin]'} />
                <p className={`${TOLD} text-[6vmin]`}>{counted(newest[0]?.points ?? 0, 'point')}</p>
              </>
            )}
          </section>
        )}
        {earlier.length > 0 && (
          <ol
            aria-label="Told before"
            className="ceremony-told grid content-end gap-[1vmin] text-[max(1.125rem,2.3vh,3.4vmin)] leading-[1.15]"
          >
            {earlier.map(({ id, rank, name, points }) => (
              <li
                key={id}
                className="grid grid-cols-[2em_minmax(0,1fr)_auto] items-center gap-[0.5em] rounded-lg bg-[#1b123f] px-[0.6em] py-[0.35em]"
              >
                <span className={DISPLAY}>{rank}</span>
                <span>{name}</span>
                <span className={DISPLAY}>{points.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function Names({ places, size }: { places: readonly CeremonyPlace[]; size: string }) {
  const more = places.length - NAMED;
  return (
    <ul className={`${TOLD} leading-[1.1] font-semibold ${size}`}>
      {places.slice(0, NAMED).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

const Podium = ({ places }: { places: readonly CeremonyPlace[] }) => (
  <ol aria-label="Podium" className="grid auto-cols-[minmax(0,1fr)] grid-flow-col items-end gap-[2vmin] text-center">
    {[1, 2, 3].map((rank) => {
      const tied = places.filter((place) => place.rank === rank);
      return (
        tied.length > 0 && (
          <li key={rank} className={rank === 2 ? '-order-1' : ''}>
            <span aria-hidden="true" className="text-[8vmin] text-sun-fill">
              {'★'.repeat(4 - rank)}
            </span>
            <Names places={tied} size="text-[5vmin]" />
            <p className={`${DISPLAY} ${STEPS[rank - 1]} rounded-t-[1.5vmin] bg-[#1b123f] text-[4.5vmin]`}>
              {ordinal(rank)} · {counted(tied[0]?.points ?? 0, 'point')}
            </p>
          </li>
        )
      );
    })}
  </ol>
);
