import { useEffect } from 'react';
import { counted, ordinal } from '#platform/numbers.ts';
import { useWakeLock } from '#platform/web/big-screen.ts';
import { connectedNow, useConnected } from '#platform/web/connection.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import type { CeremonyPlace } from '../../contract.ts';
import { BEGUN, PODIUM } from '../../rules.ts';
import { FrozenNote } from '../FrozenNote.tsx';
import { useCeremony } from './use-ceremony.ts';

/** Names of one rank that fit. */
const NAMED = 6;
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
    <div className="ceremony">
      <h1 className="pixel-title">THE CEREMONY</h1>
      {!isConnected && (
        <p role="status" className="ceremony-lost">
          no connection
        </p>
      )}
      <div className="ceremony-body">
        {to === null ? (
          <div className="ceremony-stage">
            <p className="ceremony-words">Soon it is told who won.</p>
            <FrozenNote zone={zone} />
          </div>
        ) : to === PODIUM ? (
          <Podium places={places} />
        ) : (
          <section role="status" aria-label="Now" className="ceremony-stage" key={to}>
            {to === BEGUN ? (
              <p className="ceremony-words ceremony-waits">And the winners are…</p>
            ) : (
              <>
                <p className="ceremony-rank">{ordinal(to)}</p>
                <Names places={newest} />
                <p className="ceremony-points">{counted(newest[0]?.points ?? 0, 'point')}</p>
              </>
            )}
          </section>
        )}
        {earlier.length > 0 && (
          <ol aria-label="Told before" className="ceremony-told">
            {earlier.map(({ id, rank, name, points }) => (
              <li key={id}>
                <span>{rank}</span>
                <span>{name}</span>
                <span>{points.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function Names({ places }: { places: readonly CeremonyPlace[] }) {
  const more = places.length - NAMED;
  return (
    <ul className="ceremony-names" data-many={places.length > 2 || undefined}>
      {places.slice(0, NAMED).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

const Podium = ({ places }: { places: readonly CeremonyPlace[] }) => (
  <ol aria-label="Podium" className="ceremony-podium">
    {[1, 2, 3].map((rank) => {
      const tied = places.filter((place) => place.rank === rank);
      return (
        tied.length > 0 && (
          <li key={rank} data-rank={rank}>
            <span aria-hidden="true" className="ceremony-stars">
              {'★'.repeat(4 - rank)}
            </span>
            <Names places={tied} />
            <p className="ceremony-step">
              {ordinal(rank)} · {counted(tied[0]?.points ?? 0, 'point')}
            </p>
          </li>
        )
      );
    })}
  </ol>
);
