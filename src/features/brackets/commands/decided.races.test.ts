import { expect, it } from 'vitest';
import { findEvent } from '#features/events/store.ts';
import { NOBODY } from '#testing/context.ts';
import { overtake } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { drawnDesk } from '#testing/tournament.ts';
import { append } from './changes.ts';
import { backfillDecided } from './decided.ts';
import { findBracket } from './reads.ts';

it('marks a bracket as decided when a result decides it while the job waits for its event, on PostgreSQL', async () => {
  const { app, id } = await drawnDesk(2, { tournamentType: 'single-elimination' }, 'postgres');
  const { context } = app;
  await context.db.updateTable('events').set({ bracket_decided: null }).execute();
  await overtake(
    context.db,
    id,
    () => backfillDecided(context),
    async (tx) => {
      const bracket = await findBracket(tx, id);
      if (bracket === null) throw new Error('The bracket is gone.');
      await append(context, tx, NOBODY, bracket, { kind: 'score', match: 'W1-1', scores: [2, 1] });
    },
  );
  expect((await findEvent(context.db, id))?.bracketDecided).toBe(true);
  expect(await problemsIn(context.db, 'postgres')).toEqual([]);
});
