/** Two organisers call one person, or to one table, in two events at once; and controls without the lock of calls. */
import { describe, expect, it } from 'vitest';
import { transact } from '#database/transactions.ts';
import { DIALECTS } from '#testing/database.ts';
import { CONSTELLATIONS, meeting, rivalsOn } from '#testing/races.ts';
import { aTournament, deskAt } from '#testing/tournament.ts';
import { whyNotCall } from '../rules/tables.ts';
import { findStoredBracket } from '../store/brackets.ts';
import { addCall } from '../store/calls.ts';
import { listPlaying, playersOf } from './calls.ts';
import { findBracket } from './reads.ts';

const ROUNDS = 5;

describe.each(CONSTELLATIONS)('calls at once, on %s', (_, dialect, instances) => {
  it('calls one of two matches of the same people, and names its table in the other refusal', async () => {
    const { at, organisers } = await rivalsOn(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [];
      for (const room of ['A', 'B']) {
        const { id } = await aTournament(at(0).context, 2, { location: `${room} ${round}`, title: room });
        await deskAt(at(0), organisers[0], id).draw();
        await organisers[0].send(`PATCH /api/events/${id}`, { tables: ['4'] });
        ids.push(id);
      }
      const answers = await Promise.all(
        ids.map((id, index) => organisers[index as 0 | 1].send(`PUT /api/matches/${id}_W1-1/call`, {})),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
      const message = `Priya plays at table 4 in ${['A', 'B'][winner]}.`;
      expect(answers[1 - winner]?.json()).toEqual({ code: 'PLAYER_BUSY', message });
      await organisers[0].send(`DELETE /api/matches/${ids[winner]}_W1-1/call`);
    }
  });

  it('gives the only table of a room to one of four matches', async () => {
    const { at, organisers } = await rivalsOn(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(at(0).context, 8, { location: `Room ${round}` });
      await deskAt(at(0), organisers[0], id).draw();
      await organisers[0].send(`PATCH /api/events/${id}`, { tables: ['1'] });
      const answers = await Promise.all(
        [1, 2, 3, 4].map((n) => organisers[(n % 2) as 0 | 1].send(`PUT /api/matches/${id}_W1-${n}/call`, {})),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
      await organisers[0].send(`DELETE /api/events/${id}`);
    }
  });
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('control: calls without the lock: call one person to two tables at once', async () => {
    const { at, organisers, db } = await rivalsOn(dialect, 1);
    const meet = meeting(2);
    const called = await Promise.all(
      ['A', 'B'].map(async (location) => {
        const { id } = await aTournament(at(0).context, 2, { location });
        await deskAt(at(0), organisers[0], id).draw();
        const playing = await listPlaying(db);
        await meet();
        const bracket = await findBracket(db, id);
        const players = bracket === null ? [] : bracket.state.matches.flatMap((match) => playersOf(bracket, match));
        const match = { id: `${id}_W1-1`, isPassedOver: false, since: '', order: 0, location, tables: ['4'], players };
        const why = whyNotCall(match, playing);
        const drawn = await findStoredBracket(db, id);
        if (why !== null || drawn === null) return why;
        const call = { id: match.id, location, table: '4', entrants: [] };
        await transact(db, (tx) => addCall(tx, drawn, { ...call, at: '2025-11-14T17:00:00.000Z' }));
        return match.id;
      }),
    );
    expect((await listPlaying(db)).map(({ id }) => id).sort()).toEqual([...called].sort());
  });
});
