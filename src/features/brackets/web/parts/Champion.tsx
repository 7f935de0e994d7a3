import Trophy from 'lucide-react/icons/trophy';
import type { Match } from '../../contract.ts';
import { championOf, nobodyWon } from './rounds.ts';

const BOX = 'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl border-2 border-sun bg-panel px-5 py-3.5';

/** The winner, or that nobody won. */
export function Champion({ matches }: { matches: readonly Match[] }) {
  const champion = championOf(matches);
  return (
    <div role="status" className="empty:absolute">
      {champion && (
        <p className={BOX}>
          <Trophy aria-hidden="true" className="text-sun" />
          <span className="text-mute">Champion</span>
          <strong className="font-display text-3xl leading-none [overflow-wrap:anywhere]">{champion.name}</strong>
        </p>
      )}
      {nobodyWon(matches) && <p className={BOX}>No champion: nobody was left to win.</p>}
    </div>
  );
}
