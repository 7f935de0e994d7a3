/** Every slice's soundness. A table without a row shape is a type error here: add it to its slice's `soundness.ts`. */
import { z } from 'zod';
import type { DataDuties } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { metaShape, type RowShapes, type Soundness } from '#database/soundness.ts';
import { removedRows } from '#features/registrations/soundness.ts';
import { REGISTERED, SLICES } from './slices.ts';

type TablesOf<D> = D extends DataDuties<infer T> ? T : never;

const LISTED: readonly Soundness<never>[] = SLICES.flatMap(({ sound }) => sound ?? []);

const ROWS: RowShapes<TablesOf<(typeof SLICES)[number]>> = Object.assign({}, ...LISTED.map(({ rows }) => rows));
const SHAPES = new Map(REGISTERED.map(({ kind, table }) => [kind, (ROWS as RowShapes)[table]]));

export const SOUNDNESS = {
  rows: {
    meta: metaShape(Object.assign({}, ...LISTED.map(({ meta }) => meta))),
    ...ROWS,
    removed_rows: removedRows((kind) => SHAPES.get(kind) ?? z.never()),
  },
  async problems(db: Db): Promise<string[]> {
    const found: string[] = [];
    for (const { problems } of LISTED) found.push(...((await problems?.(db)) ?? []));
    return found;
  },
} satisfies Soundness;
