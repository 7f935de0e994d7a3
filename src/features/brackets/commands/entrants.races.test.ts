/** A substitute and a result for the same player at once: never a result of one for the other. */
import { describe, expect, it } from 'vitest';
import { seen } from '#testing/app.ts';
import { CONSTELLATIONS, rivalsOn } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aTournament, deskAt } from '#testing/tournament.ts';
import { presentMatches } from './reads.ts';

const ROUNDS = 5;

describe.each(CONSTELLATIONS)('a substitute and a result at once, on %s', (_, dialect, instances) => {
  it('writes one of them and refuses the other', async () => {
    const { db, at, organisers } = await rivalsOn(dialect, instances);
    const [one, other] = organisers;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, rsvpIds } = await aTournament(at(0).context, 2);
      const desk = deskAt(at(0), one, id);
      await desk.draw();
      const expectedRevision = await desk.revision('W1-1');
      const body = { entrantId: rsvpIds[0], playerName: 'Noor', expectedRevision };
      const answers = await Promise.all([
        other.send(`POST /api/events/${id}/substitutes`, body).then(seen),
        desk.score('W1-1', 2, 1, { expectedRevision }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      // From the database: the other instance may not have heard yet.
      const [match] = await presentMatches(at(0).context, id);
      const isPut = answers[0].status === 200;
      expect([match?.player1?.name, match?.winner]).toEqual(isPut ? ['Noor', null] : ['Priya', 1]);
    }
    expect(await problemsIn(db, dialect)).toEqual([]);
  });
});
