import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { inventorySoundness } from '#features/inventory/soundness.ts';
import { rsvpSoundness } from '#features/rsvps/soundness.ts';
import { userSoundness } from '#features/users/soundness.ts';
import { id } from '#platform/contract.ts';
import { json, stamp, storable } from '#platform/stored.ts';
import { Counts } from './contract.ts';

/** Longer than any row: a game's description has 2,000 characters, each up to six in JSON. */
const LONGEST_ROW = 16 * 1024;

/** An undo inserts these rows unchanged, so they must fit their tables. */
const KEPT = {
  place: rsvpSoundness.rows.rsvps,
  account: userSoundness.rows.users,
  game: inventorySoundness.rows.inventory_games,
};

const Named = z.object({ id: id(), visitor_id: id(), event_id: id().optional() });

export const registrationSoundness: Soundness<'removals' | 'removed_rows'> = {
  rows: {
    removals: z.object({
      id: id(),
      removed_at: stamp(),
      network: storable(64),
      from_at: stamp(),
      to_at: stamp(),
      ...Counts.shape,
    }),
    removed_rows: z
      .object({
        removal_id: id(),
        kind: z.enum(['place', 'account', 'game']),
        row_id: id(),
        visitor_id: id(),
        event_id: id().nullable(),
        row: storable(LONGEST_ROW),
      })
      .superRefine(({ kind, row, ...kept }, context) => {
        const { error } = json(KEPT[kind], LONGEST_ROW).safeParse(row);
        for (const { path, message } of error?.issues ?? []) {
          context.addIssue({ code: 'custom', path: ['row', ...path], message });
        }
        if (error !== undefined) return;
        const named = Named.parse(JSON.parse(row));
        const same = named.id === kept.row_id && named.visitor_id === kept.visitor_id;
        if (same && (named.event_id ?? null) === kept.event_id) return;
        context.addIssue({ code: 'custom', path: ['row'], message: 'is another row than it is kept as' });
      }),
  },
};
