import { queryOptions } from '@tanstack/react-query';
import { request } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';
import type { DoorTap } from '../rules/taps.ts';

/** The event's code as a picture; refetched after a renewal on any screen. */
export const qrCodeQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['qr-code', eventId],
    queryFn: ({ signal }) =>
      request<typeof contract.readQrCode>('GET /api/events/{id}/qr-code', { params: { id: eventId }, signal }),
  });

/** One after the other: the server draws each, and sixty at once would keep it from everybody else. */
export const qrCodesQuery = (eventIds: readonly string[]) =>
  queryOptions({
    queryKey: ['qr-code', 'posters', ...eventIds],
    queryFn: async ({ signal }) => {
      const codes: string[] = [];
      for (const id of eventIds) {
        const { qrCode } = await request<typeof contract.readQrCode>('GET /api/events/{id}/qr-code', {
          params: { id },
          signal,
        });
        codes.push(qrCode);
      }
      return codes;
    },
  });

/** Everybody with a place in the event, by name. */
export const staffListQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['rsvps', 'staff list', eventId],
    queryFn: ({ signal }) =>
      request<typeof contract.listEventRsvps>('GET /api/events/{id}/rsvps', {
        params: { id: eventId },
        query: {},
        signal,
      }),
  });

/** The place of the account whose badge was typed or scanned. */
export const placesByCode = (eventId: string, code: string) =>
  request<typeof contract.listEventRsvps>('GET /api/events/{id}/rsvps', { params: { id: eventId }, query: { code } });

export const placesByCodeQuery = (eventId: string, code: string) =>
  queryOptions({
    queryKey: ['rsvps', 'by code', eventId, code],
    queryFn: () => placesByCode(eventId, code),
    gcTime: 0,
    retry: false,
  });

/** Sends a check-in, an undo or a walk-in; with the same id it may be sent again. */
export function sendTap(
  { eventId, placeId, playerName, checksIn }: DoorTap,
  tap: contract.TapInput,
  signal?: AbortSignal,
): Promise<contract.TappedRsvp> {
  const sending = signal === undefined ? {} : { signal };
  if (placeId === null) {
    const parts = { params: { id: eventId }, body: { ...tap, playerName }, ...sending };
    return request<typeof contract.addWalkIn>('POST /api/events/{id}/rsvps', parts);
  }
  const parts = { params: { id: placeId }, body: { ...tap, eventId }, ...sending };
  return checksIn
    ? request<typeof contract.checkInByStaff>('PUT /api/rsvps/{id}/check-in', parts)
    : request<typeof contract.undoCheckIn>('DELETE /api/rsvps/{id}/check-in', parts);
}
