import { queryOptions } from '@tanstack/react-query';
import type { Substitute, substitute } from '#features/brackets/contract.ts';
import { UNDO_REFRESH } from '#platform/undo.ts';
import { ApiError, request } from '#platform/web/api.ts';
import type { Amended, listAmendments, movePlace, removePlace, renamePlace } from '../contract.ts';

/** What organisers did to places of an event and can still undo. */
export const amendmentsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['rsvps', 'amendments', eventId],
    queryFn: ({ signal }) =>
      request<typeof listAmendments>('GET /api/events/{id}/amendments', { params: { id: eventId }, signal }),
    refetchInterval: ({ state }) => (state.data?.length ? UNDO_REFRESH : false),
  });

/** `to` is the new name, or the id of the event to move to. A player of the bracket forfeits or has a substitute. */
export type Wanted =
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'removed'; readonly forfeit?: boolean; readonly substitute?: string };

type WithSubstitute = Amended & { readonly substitute?: string | undefined };

export async function amendPlace(id: string, eventId: string, wanted: Wanted): Promise<WithSubstitute> {
  const params = { id };
  if (wanted.kind === 'renamed') {
    return request<typeof renamePlace>('POST /api/rsvps/{id}/rename', { params, body: { playerName: wanted.to } });
  }
  if (wanted.kind === 'moved') {
    return request<typeof movePlace>('POST /api/rsvps/{id}/move', { params, body: { eventId: wanted.to } });
  }
  const { forfeit = false, substitute: playerName } = wanted;
  const isPutIn = playerName !== undefined && (await putIn(eventId, { entrantId: id, playerName }));
  const removed = await request<typeof removePlace>('POST /api/rsvps/{id}/remove', { params, body: { forfeit } });
  return { ...removed, substitute: isPutIn ? playerName : undefined };
}

/** Returns false when the player has left the bracket, for instance in an earlier try whose answer was lost. */
async function putIn(eventId: string, body: Substitute): Promise<boolean> {
  try {
    await request<typeof substitute>('POST /api/events/{id}/substitutes', { params: { id: eventId }, body });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
