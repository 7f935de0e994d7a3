import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '#features/access/web/act.tsx';
import { request } from '#platform/web/api.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type * as contract from '../../contract.ts';
import { matchesQuery, showWritten } from '../queries.ts';

/** A place in the event, as the staff list knows it. */
export type Place = { readonly id: string; readonly playerName: string; readonly checkedIn: boolean };

type PlayersChange =
  | ({ kind: 'seeds' } & contract.Seeds)
  | ({ kind: 'late' } & contract.LateEntrant)
  | ({ kind: 'substitute' } & contract.Substitute);

function changePlayers(eventId: string, { kind: _, ...body }: PlayersChange) {
  const params = { id: eventId };
  if ('order' in body) return request<typeof contract.reorderSeeds>('PUT /api/events/{id}/seeds', { params, body });
  if ('entrantId' in body)
    return request<typeof contract.substitute>('POST /api/events/{id}/substitutes', { params, body });
  return request<typeof contract.addLateEntrant>('POST /api/events/{id}/late-entrants', { params, body });
}

/** `toast` and `onDone` are for when it succeeded. */
type Sending = { change: PlayersChange; toast: { title: string; description: string }; onDone?: () => void };

/** Sends a change of the players. */
export function usePlayersChange(eventId: string) {
  const client = useQueryClient();
  return useAct(({ change }: Sending) => changePlayers(eventId, change), {
    fails: 'The players could not be changed. Please try again.',
    busy: 'It is being saved.',
    done: (matches, { toast, onDone }) => {
      // The next change needs the new revision before the next read.
      showWritten(client, eventId, matches);
      showToast(toast);
      onDone?.();
    },
    failed: () => void client.invalidateQueries(matchesQuery(eventId)),
  });
}
