import { sql } from 'kysely';
import { z } from 'zod';
import { findRows, type Soundness } from '#database/soundness.ts';
import { id, name } from '#platform/contract.ts';
import { json, stamp } from '#platform/stored.ts';
import { EventState, NoticeKind } from './contract.ts';

const state = () => json(EventState, 2000);

export const noticeSoundness: Soundness<'notices'> = {
  rows: {
    notices: z
      .object({
        visitor_id: id(),
        id: id(),
        event_id: id(),
        kind: NoticeKind,
        player_name: name().nullable(),
        was: state(),
        became: state(),
        created_at: stamp(),
        updated_at: stamp(),
        seen_at: stamp().nullable(),
      })
      .refine((row) => (row.kind === 'event') === (row.player_name === null), {
        path: ['player_name'],
        error: 'does not fit kind',
      }),
  },
  problems: findRows([
    'a notice of no device',
    sql`select n.visitor_id || ' ' || n.id as what from notices n
      left join visitors v on v.id = n.visitor_id where v.id is null`,
  ]),
};
