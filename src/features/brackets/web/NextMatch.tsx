import { useQuery } from '@tanstack/react-query';
import Flag from 'lucide-react/icons/flag';
import Hourglass from 'lucide-react/icons/hourglass';
import Megaphone from 'lucide-react/icons/megaphone';
import Swords from 'lucide-react/icons/swords';
import Trophy from 'lucide-react/icons/trophy';
import { Link } from 'wouter';
import { eventsQuery } from '#features/events/web/state.ts';
import { RoomName } from '#features/festival/web/RoomName.tsx';
import { ordinal } from '#platform/numbers.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import type { Match } from '../contract.ts';
import { isIn } from '../rules/entrants.ts';
import { calledWords } from '../rules/tables.ts';
import { RoundTime } from './parts/RoundTime.tsx';
import { championOf, nextMatchOf } from './parts/rounds.ts';
import { nextWords } from './parts/sentence.ts';
import { leaderboardQuery, matchesQuery, useMyCalls } from './queries.ts';

type Next = { readonly state: 'called' | 'ready' | 'waiting' | 'out' | 'champion'; readonly words: string };

const URGENCY: readonly Next['state'][] = ['called', 'ready', 'waiting', 'champion', 'out'];

/** What to do now comes first. */
export const byUrgency = (one: Pick<Next, 'state'>, other: Pick<Next, 'state'>): number =>
  URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state);

/** Returns a player’s next step in words for their own phone; null when the bracket does not have the player. */
export const nextFor = (
  matches: readonly Match[],
  entrantId: string,
  name: string | undefined,
  rank?: number,
  isOver = true,
): Next | null => {
  const next = nextMatchOf(matches, entrantId);
  if (next?.call) {
    const opponents = next.players.flatMap((one) => (one.id === entrantId ? [] : one.name));
    const words = calledWords(next.call.table, opponents);
    return { state: 'called', words: name === undefined ? words : `${name}: ${words}` };
  }
  if (next !== undefined) {
    const words = `${name === undefined ? 'Your next match' : `Next match of ${name}`}: ${nextWords(next, entrantId)}`;
    return { state: next.status === 'ready' ? 'ready' : 'waiting', words };
  }
  if (!matches.some((match) => isIn(match, entrantId))) return null;
  if (championOf(matches)?.id === entrantId) {
    return { state: 'champion', words: name === undefined ? 'You are the champion!' : `${name} is the champion!` };
  }
  if (!isOver)
    return { state: 'waiting', words: `${name === undefined ? 'You wait' : `${name} waits`} for the next round.` };
  const place = rank === undefined ? '' : ` ${name ?? 'You'} came ${ordinal(rank)}.`;
  return { state: 'out', words: `Thanks for playing${name === undefined ? '' : `, ${name}`}!${place}` };
};

type NextMatchProps = {
  eventId: string;
  entrantId: string;
  /** Where a device holds several people's places: whose match it is. */
  name?: string | undefined;
};

const ICON = { called: Megaphone, ready: Swords, waiting: Hourglass, out: Flag, champion: Trophy } as const;

const BOX =
  'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 rounded-xl border border-[color-mix(in_srgb,var(--tone)_55%,transparent)] bg-[color-mix(in_srgb,var(--tone)_9%,transparent)] px-3.5 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_auto]';
const TONE = {
  called: '[--tone:var(--color-coral)]',
  ready: '[--tone:var(--color-coral)]',
  waiting: '[--tone:var(--color-sea)]',
  out: '[--tone:var(--color-mute)]',
  champion: '[--tone:var(--color-sun)]',
} as const;

/** Returns what is next for those of these people who are in the bracket. */
export function useNext(eventId: string, people: readonly { id: string; name: string | undefined }[]): Next[] {
  const { data: matches = [] } = useQuery(matchesQuery(eventId));
  // Where rounds are paired one by one, who has no match may get another.
  const pairsRounds = matches.some(({ bracket }) => bracket === 'round' || bracket === 'heat');
  const { data: events = [] } = useQuery({ ...eventsQuery, enabled: pairsRounds });
  const isOver = !pairsRounds || (events.find(({ id }) => id === eventId)?.bracketDecided ?? true);
  const next = people.flatMap(({ id, name }) => nextFor(matches, id, name, undefined, isOver) ?? []);
  // A rank is asked for when somebody has played their last match.
  const { data: lines } = useQuery({
    ...leaderboardQuery(eventId),
    enabled: next.some(({ state }) => state === 'out'),
  });
  if (lines === undefined) return next;
  return people.flatMap(
    ({ id, name }) => nextFor(matches, id, name, lines.find((line) => line.id === id)?.rank, isOver) ?? [],
  );
}

/** "Your next match: Losers round 2 against Jo, ready now", and how it ended. Nothing where the bracket is not drawn. */
export function NextMatch({ eventId, entrantId, name }: NextMatchProps) {
  const [found] = useNext(eventId, [{ id: entrantId, name }]);
  // The page of the server knows no matches, and what asks for them elsewhere may have them before this is hydrated.
  const next = useHydrated() ? found : undefined;
  const { data: events } = useQuery({ ...eventsQuery, enabled: next !== undefined });
  const clock = events?.find(({ id }) => id === eventId)?.roundClock;
  const Icon = next && ICON[next.state];
  return (
    <div className={next ? `${BOX} ${TONE[next.state]}` : 'contents'}>
      {Icon && <Icon aria-hidden="true" className="text-(--tone)" />}
      <p role="status" className={next ? 'font-semibold [overflow-wrap:anywhere]' : 'hidden'}>
        {next?.words}
        {next && clock && (
          <span className="block">
            <RoundTime clock={clock} />
          </span>
        )}
      </p>
      {next && (
        <Link
          href={`/?event=${encodeURIComponent(eventId)}&view=bracket`}
          className="no-print -my-2 flex min-h-11 items-center justify-self-start font-semibold text-sea underline underline-offset-[0.2em] [grid-column-end:-1]"
        >
          See the bracket
        </Link>
      )}
    </div>
  );
}

/** Where people of this device are called to: what My schedule begins with. */
export const MyCallList = () => {
  const calls = useMyCalls();
  // The page of the server knows no calls.
  if (!useHydrated() || calls.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {calls.map(({ matchId, entrantId, eventId, eventTitle, location, playerName, table, opponents }) => (
        <li key={entrantId} className="grid gap-1 rounded-2xl border-2 border-coral bg-coral/14 px-4 py-3">
          <p className="text-xl leading-tight font-semibold text-coral [overflow-wrap:anywhere]">
            {calledWords(table, opponents)}
          </p>
          <p className="[overflow-wrap:anywhere]">
            {playerName} · {eventTitle}, <RoomName name={location} />
          </p>
          {matchId !== null && (
            <Link
              href={`/?event=${encodeURIComponent(eventId)}&view=bracket`}
              className="no-print -mb-2 flex min-h-11 items-center justify-self-start font-semibold text-sea underline underline-offset-[0.2em]"
            >
              See the bracket
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
};
