import { sql } from 'kysely';
import { z } from 'zod';
import { findRows, type Soundness } from '#database/soundness.ts';
import { TALLY } from '#features/admission/soundness.ts';
import { id, name } from '#platform/contract.ts';
import { isKeyOf } from '#platform/names.ts';
import { stamp } from '#platform/stored.ts';
import { Score } from './contract.ts';
import { TALLY_KEY } from './store.ts';

export const userSoundness: Soundness<'users'> = {
  meta: { [TALLY_KEY]: TALLY },
  rows: {
    users: z
      .object({
        id: id(),
        name: name(),
        name_key: z.string(),
        score: Score,
        visitor_id: id().nullable(),
        created_at: stamp(),
        revision: z.int().min(1),
      })
      .refine((row) => isKeyOf(row.name_key, row.name), { path: ['name_key'], error: 'is not the key of the name' }),
  },
  problems: findRows([
    'two users of one name',
    sql`select name_key as what from users group by name_key having count(*) > 1`,
  ]),
};
