/** Sends a tap that waited for a network. Loaded when there is one. */
import type { QueryClient } from '@tanstack/react-query';
import type { End } from '#platform/web/unsent.ts';
import type { Sender } from '#platform/web/unsent-sender.ts';
import { unsentWrites } from '#platform/web/unsent-writes.ts';
import { isoOf, warningFor } from '../../rules/taps.ts';
import { sendTap, staffListQuery } from '../queries.ts';
import { TAP } from '../state.ts';
import type { UnsentTap } from './taps.ts';

export const tapSender = (client: QueryClient): Sender => ({
  // Their times count, not the order in which they arrive.
  inOrder: false,
  send: async ({ id, body }: UnsentTap): Promise<End | null> => {
    const taps = (await unsentWrites()).filter(({ kind }) => kind === TAP) as UnsentTap[];
    const place = await sendTap(body, { tapId: id, madeAt: isoOf(body.tappedAt) });
    client.setQueryData(staffListQuery(body.eventId).queryKey, (list) =>
      list?.map((one) => (one.id === place.id ? { ...one, ...place } : one)),
    );
    // A later tap on the place says how it ends.
    const isLast = taps.findLast((tap) => tap.body.placeId === body.placeId)?.id === id;
    const sentence = isLast || body.placeId === null ? warningFor(body, place) : null;
    return sentence === null ? null : { outcome: 'done', sentence };
  },
});
