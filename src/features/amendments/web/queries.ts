import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { listAmendments, movePlace, removePlace, renamePlace, undoAmendment } from '../contract.ts';

/** While there are some, asked for again until the server says that they are final. */
const REFRESH = 5_000;

/** What organisers did to places of an event and can still undo. */
export const amendmentsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['rsvps', 'amendments', eventId],
    queryFn: ({ signal }) =>
      call<typeof listAmendments>('GET /api/events/{id}/amendments', { params: { id: eventId }, signal }),
    refetchInterval: ({ state }) => (state.data?.length ? REFRESH : false),
  });

/** `to` is the new name, the id of the event to move to, or whether a player of the bracket forfeits their matches. */
export type Wanted =
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'removed'; readonly to: boolean };

export const amendMutation = mutationOptions({
  mutationKey: ['rsvps', 'amend'],
  mutationFn: ({ id, kind, to }: { id: string } & Wanted) => {
    const params = { id };
    if (kind === 'renamed') {
      return call<typeof renamePlace>('POST /api/rsvps/{id}/rename', { params, body: { playerName: to } });
    }
    if (kind === 'moved') return call<typeof movePlace>('POST /api/rsvps/{id}/move', { params, body: { eventId: to } });
    return call<typeof removePlace>('POST /api/rsvps/{id}/remove', { params, body: { forfeit: to } });
  },
});

export const undoMutation = mutationOptions({
  mutationKey: ['rsvps', 'undo amendment'],
  mutationFn: (id: string) => call<typeof undoAmendment>('POST /api/amendments/{id}/undo', { params: { id } }),
});
