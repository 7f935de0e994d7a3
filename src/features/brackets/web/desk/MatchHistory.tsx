import { useQuery } from '@tanstack/react-query';
import { useAdminMode } from '#features/access/web/state.ts';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import type { Match } from '../../contract.ts';
import { entryWords } from '../../rules/history.ts';
import { entriesQuery } from '../queries.ts';

/** Who entered, cleared and took back what of a match, newest first. */
export function MatchHistory({ match, zone }: { match: Match; zone: string }) {
  const { on, desk } = useAdminMode();
  const { data } = useQuery({ ...entriesQuery(match.id, match.revision), enabled: on || desk !== null });
  if (data === undefined || data.length === 0) return null;
  return (
    <ul aria-label="Who entered it" className="grid gap-0.5 border-t border-line pt-3 text-sm text-mute">
      {data.map((entry) => (
        <li key={`${entry.at} ${entry.what}`} className="[overflow-wrap:anywhere]">
          {isolated(entryWords(entry))}, <time dateTime={entry.at}>{clockTime(entry.at, zone)}</time>
        </li>
      ))}
    </ul>
  );
}
