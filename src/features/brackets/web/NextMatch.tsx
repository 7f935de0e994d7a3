import { useQuery } from '@tanstack/react-query';
import Flag from 'lucide-react/icons/flag';
import Hourglass from 'lucide-react/icons/hourglass';
import Megaphone from 'lucide-react/icons/megaphone';
import Swords from 'lucide-react/icons/swords';
import Trophy from 'lucide-react/icons/trophy';
import { Link } from 'wouter';
import { type Next, nextFor } from './parts/next-for.ts';
import { matchesQuery } from './queries.ts';

type NextMatchProps = {
  eventId: string;
  entrantId: string;
  /** Where a device holds several people's places: whose match it is. */
  name?: string | undefined;
};

const ICON = { called: Megaphone, ready: Swords, waiting: Hourglass, out: Flag, champion: Trophy } as const;

/** Returns what is next for those of these people who are in the bracket. */
export function useNext(eventId: string, people: readonly { id: string; name: string | undefined }[]): Next[] {
  const { data: matches = [] } = useQuery(matchesQuery(eventId));
  return people.flatMap(({ id, name }) => nextFor(matches, id, name) ?? []);
}

/** "Your next match: Losers round 2 against Jo, ready now", and how it ended. Nothing where the bracket is not drawn. */
export function NextMatch({ eventId, entrantId, name }: NextMatchProps) {
  const [next] = useNext(eventId, [{ id: entrantId, name }]);
  const Icon = next && ICON[next.state];
  return (
    <div className="next-match" data-state={next?.state}>
      {Icon && <Icon aria-hidden="true" />}
      <p role="status">{next?.words}</p>
      {next && (
        <Link href={`/?event=${encodeURIComponent(eventId)}&view=bracket`} className="next-link no-print">
          See the bracket
        </Link>
      )}
    </div>
  );
}
