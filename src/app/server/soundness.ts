/** Every slice's soundness. A table without a row shape is a type error here: add it to its slice's `soundness.ts`. */
import type { DataDuties } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { metaShape, type RowShapes, type Soundness } from '#database/soundness.ts';
import { SLICES } from './slices.ts';

type TablesOf<D> = D extends DataDuties<infer T> ? T : never;

const LISTED: readonly Soundness<never>[] = SLICES.flatMap(({ sound }) => sound ?? []);

export const SOUNDNESS = {
  rows: {
    meta: metaShape(Object.assign({}, ...LISTED.map(({ meta }) => meta))),
    ...(Object.assign({}, ...LISTED.map(({ rows }) => rows)) as RowShapes<TablesOf<(typeof SLICES)[number]>>),
  },
  async problems(db: Db): Promise<string[]> {
    const found: string[] = [];
    for (const { problems } of LISTED) found.push(...((await problems?.(db)) ?? []));
    return found;
  },
} satisfies Soundness;
