import { z } from 'zod';
import type { RowShape, Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { json, stamp, storable } from '#platform/stored.ts';
import { Counts } from './contract.ts';
import { KINDS, type Kind } from './rules/counts.ts';

/** Longer than any row: a game's description has 2,000 characters, each up to six in JSON. */
const LONGEST_ROW = 16 * 1024;

const Named = z.object({ id: id(), visitor_id: id(), event_id: id().optional() });

export const registrationSoundness: Soundness<'removals'> = {
  rows: {
    removals: z.object({
      id: id(),
      removed_at: stamp(),
      network: storable(64),
      from_at: stamp(),
      to_at: stamp(),
      ...Counts.shape,
    }),
  },
};

/** An undo inserts kept rows unchanged, so each must have the shape of its kind's table. */
export const removedRows = (shapeOf: (kind: Kind) => z.ZodType): RowShape<'removed_rows'> =>
  z
    .object({
      removal_id: id(),
      kind: z.enum(KINDS),
      row_id: id(),
      visitor_id: id(),
      event_id: id().nullable(),
      row: storable(LONGEST_ROW),
    })
    .superRefine(({ kind, row, ...kept }, context) => {
      const { error } = json(shapeOf(kind), LONGEST_ROW).safeParse(row);
      for (const { path, message } of error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: ['row', ...path], message });
      }
      if (error !== undefined) return;
      const named = Named.parse(JSON.parse(row));
      const same = named.id === kept.row_id && named.visitor_id === kept.visitor_id;
      if (same && (named.event_id ?? null) === kept.event_id) return;
      context.addIssue({ code: 'custom', path: ['row'], message: 'is another row than it is kept as' });
    });
