import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { TALLY } from '#features/admission/soundness.ts';
import { id } from '#platform/contract.ts';
import { isKeyOf } from '#platform/names.ts';
import { flag, stamp } from '#platform/stored.ts';
import { NewGame } from './contract.ts';
import { TALLY_KEY } from './store.ts';

const { shape } = NewGame;

export const inventorySoundness: Soundness<'inventory_games'> = {
  meta: { [TALLY_KEY]: TALLY },
  rows: {
    inventory_games: z
      .object({
        id: id(),
        name: shape.name,
        name_key: z.string(),
        game_type: shape.gameType,
        owner: shape.owner,
        player_count: shape.playerCount,
        play_time: shape.playTime,
        description: shape.description,
        available: flag(),
        visitor_id: id().nullable(),
        created_at: stamp(),
        removed_at: stamp().nullable(),
      })
      .refine((row) => isKeyOf(row.name_key, row.name), { path: ['name_key'], error: 'is not the key of the name' }),
  },
};
