import { useEffect, useRef } from 'react';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import type { Entrant, Match } from '../../contract.ts';
import { championOf, nobodyWon } from '../parts/rounds.ts';

const BURSTS = 6;
const BETWEEN = 900;

/** The winner or that nobody won, with confetti on live updates. */
export function ChampionBanner({ matches }: { matches: readonly Match[] }) {
  const champion = championOf(matches);
  useConfetti(champion);
  return (
    <div role="status">
      {champion !== null && (
        <p className="display-banner">
          <span aria-hidden="true">★</span>
          <span>Champion: {champion.name}</span>
          <span aria-hidden="true">★</span>
        </p>
      )}
      {nobodyWon(matches) && <p className="display-banner display-nobody">No champion: nobody was left to win</p>}
    </div>
  );
}

function useConfetti(champion: Entrant | null) {
  const seenOpen = useRef(false);
  const name = champion?.name ?? null;
  useEffect(() => {
    if (name === null) seenOpen.current = true;
    if (name === null || !seenOpen.current) return;
    seenOpen.current = false;
    let left = BURSTS;
    const burst = () => {
      celebrate();
      left -= 1;
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(burst, BETWEEN);
    burst();
    return () => clearInterval(timer);
  }, [name]);
}
