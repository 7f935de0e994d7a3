import { useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Entrant, forfeitAll, Match } from '../../contract.ts';
import { kindOf } from '../../engine/kinds.ts';
import { entrantsIn, hasPlayedIn, readyFor, withoutPlace } from '../../rules/entrants.ts';
import { matchesQuery, showWritten } from '../queries.ts';
import type { Place } from './players-change.ts';

type GaveUpProps = {
  event: FestivalEvent;
  matches: readonly Match[];
  places: readonly Place[];
  /** Players who came late and wait for the next round. */
  withoutMatch: readonly Entrant[];
  onSubstitute: (player: Entrant) => void;
};

/** Players who gave up their place and still have a match: the desk forfeits it, or puts in somebody else. */
export function GaveUp({ event, matches, places, withoutMatch, onSubstitute }: GaveUpProps) {
  const isTree = matches.some(({ bracket }) => bracket === 'winners');
  const { pairsRounds = false } = kindOf(event.tournamentType ?? 'single-elimination');
  const isPaired = pairsRounds && !isTree && !event.bracketDecided;
  const entrants = [...entrantsIn(matches), ...withoutMatch];
  const gone = event.status === 'completed' ? [] : withoutPlace(matches, places, { entrants, isPaired });
  if (gone.length === 0) return null;
  return (
    <ul className="card divide-y divide-line border-coral/60 px-4" aria-label="Players without a place">
      {gone.map((player) => (
        <Row key={player.id} {...{ player, event, matches, isPaired, onSubstitute }} />
      ))}
    </ul>
  );
}

type RowProps = Omit<GaveUpProps, 'places' | 'withoutMatch'> & { player: Entrant; isPaired: boolean };

function Row({ player, event, matches, isPaired, onSubstitute }: RowProps) {
  const { id, name } = player;
  const client = useQueryClient();
  const params = { id: event.id };
  const forfeit = useAct(
    () => request<typeof forfeitAll>('POST /api/events/{id}/forfeits', { params, body: { entrantId: id } }),
    {
      fails: 'The matches could not be forfeited. Please try again.',
      busy: 'The matches are being forfeited.',
      done: (after) => {
        showWritten(client, event.id, after);
        showToast({
          title: isPaired ? 'Paired no more' : 'Matches forfeited',
          description: `${isolated(name)}, ${isolated(event.title)}`,
        });
      },
      failed: () => void client.invalidateQueries(matchesQuery(event.id)),
    },
  );
  const isReady = readyFor(matches, id) !== undefined;
  const label = isPaired ? 'Pair them no more' : 'Forfeit their matches';
  return (
    <li className="grid gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <p className="flex min-w-0 gap-2.5 [overflow-wrap:anywhere]">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-coral" />
        <span className="min-w-0">
          <strong className="font-semibold">{name}</strong> gave up the place.
          {isPaired && ' They are still paired in each round.'}
          {!isReady && !isPaired && ' Their next match can be forfeited when its other player is known.'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {(isReady || isPaired) && (
          <ActButton act={forfeit} aria-label={`${label}: ${name}`}>
            {label}
          </ActButton>
        )}
        {!hasPlayedIn(matches, id) && (
          <Button aria-label={`Put in a substitute: ${name}`} onClick={() => onSubstitute(player)}>
            Put in a substitute
          </Button>
        )}
      </div>
    </li>
  );
}
