import Trophy from 'lucide-react/icons/trophy';
import type { Match } from '../../contract.ts';
import { championOf, nobodyWon } from './rounds.ts';

/** The winner, or that nobody won. */
export function Champion({ matches }: { matches: readonly Match[] }) {
  const champion = championOf(matches);
  return (
    <div role="status" className="empty:absolute">
      {champion && (
        <p className="champion">
          <Trophy aria-hidden="true" />
          <span className="text-mute">Champion</span>
          <strong className="font-display text-3xl leading-none [overflow-wrap:anywhere]">{champion.name}</strong>
        </p>
      )}
      {nobodyWon(matches) && <p className="champion">No champion: nobody was left to win.</p>}
    </div>
  );
}
