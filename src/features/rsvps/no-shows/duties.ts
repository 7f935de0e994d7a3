import type { Duties } from '#database/duties.ts';
import { MINUTE } from '#platform/durations.ts';
import { listAsking, releaseDue } from './commands.ts';

const giveNoShowsAway = {
  name: 'ask who comes and give places of no-shows to the line',
  everyMs: MINUTE / 2,
  hasWork: async (context) => (await listAsking(context)).length > 0,
  run: releaseDue,
} satisfies NonNullable<Duties['jobs']>[number];

export const noShowDuties: Duties = {
  jobs: [giveNoShowsAway],
  owned: [{ table: 'released_places', json: 'place' }],
  forget: async (tx, { visitorId }) => {
    await tx.deleteFrom('released_places').where('visitor_id', '=', visitorId).execute();
  },
  personal: ['released_places'],
};
