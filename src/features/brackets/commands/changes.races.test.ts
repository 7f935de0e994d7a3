/** Concurrent writes of several organisers, and controls: the same writes without the guard. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { brokeUnique, type DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { finishDeletions } from '#features/events/commands.ts';
import { LIMITS } from '#platform/server/limits.ts';
import { TEST_HOOKS, testFestival } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { CONSTELLATIONS, type Guard, meeting, rivalsOn, unguarded } from '#testing/races.ts';
import { aTournament, type Desk, deskAt } from '#testing/tournament.ts';
import { addLine, findStoredBracket, replaceBracket } from '../store/brackets.ts';

const ROUNDS = 5;

/** Four organisers, spread over the instances. */
async function fourDesks(dialect: DialectName, instances: number) {
  const { at, organisers } = await rivalsOn(dialect, instances);
  const admins = [...organisers, await at(2).admin(), await at(3).admin()];
  return { at, desksOf: (id: string) => admins.map((admin, index) => deskAt(at(index), admin, id)) };
}

const first = <T>(list: readonly T[]): T => list[0] as T;

const countOf = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const statesOf = async (desk: Desk) => {
  const drawn = await findStoredBracket(desk.app.context.db, desk.id);
  return drawn?.lines.map(({ entry }) => entry);
};

describe.each(CONSTELLATIONS)('requests at once, on %s', (_, dialect, instances) => {
  it('keeps one of four draws of the same revision and refuses the others', async () => {
    const { at, desksOf } = await fourDesks(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(at(0).context, 8);
      const desks = desksOf(id);
      const answers = await Promise.all(desks.map((desk) => desk.draw({ randomSeed: true, expectedRevision: 0 })));
      expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([1, 3]);
      const kept = answers.find(({ status }) => status === 201);
      expect(await first(desks).matches()).toEqual(kept?.body);
      const told = 'This bracket has just been drawn, for 8 players. Look at it before you draw again.';
      expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(
        Array.from({ length: 3 }, () => ({ code: 'CHANGED_MEANWHILE', message: told })),
      );
    }
  });

  it('keeps one of four results of one match and names it in the other refusals', async () => {
    const { at, desksOf } = await fourDesks(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(at(0).context, 4);
      const desks = desksOf(id);
      await first(desks).draw();
      const seen = { expectedRevision: 1 };
      const answers = await Promise.all(desks.map((desk, index) => desk.score('W1-1', 10, index, seen)));
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 3]);
      const kept = answers.findIndex(({ status }) => status === 200);
      expect(await statesOf(first(desks))).toEqual([{ kind: 'score', match: 'W1-1', scores: [10, kept] }]);
      const now = `Semifinal, match 1 now: Priya 10, Tomás ${kept}.`;
      const told = `Another organiser has just changed this match. ${now}`;
      expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(
        Array.from({ length: 3 }, () => ({ code: 'CHANGED_MEANWHILE', message: told })),
      );
    }
  });

  it('keeps the results of different matches', async () => {
    const { at, desksOf } = await fourDesks(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(at(0).context, 8);
      const desks = desksOf(id);
      await first(desks).draw();
      const answers = await Promise.all(
        desks.map((desk, index) => desk.score(`W1-${index + 1}`, 3, 1, { expectedRevision: 1 })),
      );
      expect(countOf(answers, 200)).toBe(4);
      expect(await statesOf(first(desks))).toHaveLength(4);
    }
  });

  it('undoes one result when four organisers undo it', async () => {
    const { at, desksOf } = await fourDesks(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(at(0).context, 4);
      const desks = desksOf(id);
      await first(desks).draw();
      for (const match of ['W1-1', 'W1-2']) await first(desks).score(match, 3, 1);
      const answers = await Promise.all(desks.map((desk) => desk.undo({ expectedRevision: 3 })));
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 3]);
      expect(await first(desks).leaderboard()).toMatchObject([{ wins: 1 }, { wins: 0 }, { wins: 0 }, { wins: 0 }]);
    }
  });

  it('leaves no rows behind when the event is deleted during a draw, a result and an undo', async () => {
    const { at, desksOf } = await fourDesks(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(at(0).context, 4);
      const desks = desksOf(id) as [Desk, Desk, Desk, Desk];
      await desks[0].draw();
      const [drawn, entered, deleted, undone] = await Promise.all([
        desks[0].draw(),
        desks[1].score('W1-1', 3, 1),
        desks[2].admin.send(`DELETE /api/events/${id}`),
        desks[3].undo(),
      ]);
      expect(deleted.statusCode).toBe(204);
      expect([drawn, entered, undone].filter(({ status }) => status >= 500)).toEqual([]);
      expect(await findStoredBracket(at(0).context.db, id)).toBeNull();
      for (const place of [0, 1]) at(place).clock.pass(60_000);
      await finishDeletions(at(0).context);
      expect(await at(0).context.db.selectFrom('bracket_results').select('sequence').execute()).toEqual([]);
    }
  });
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('control: requests without a revision: all win: each draw, result and undo sent at once is applied', async () => {
    const { at, desksOf } = await fourDesks(dialect, 1);
    const { id } = await aTournament(at(0).context, 4);
    const desks = desksOf(id).slice(0, 2);
    const statuses = async (send: (desk: Desk, index: number) => Promise<{ status: number }>) =>
      (await Promise.all(desks.map(send))).map(({ status }) => status);
    expect(await statuses((desk) => desk.draw())).toEqual([201, 201]);
    expect(await statuses((desk, index) => desk.score('W1-1', 3, index))).toEqual([200, 200]);
    expect(await statuses((desk) => desk.undo())).toEqual([200, 200]);
    expect(await statesOf(first(desks))).toHaveLength(4);
  });
});

/** Two connections to one tournament, whose bracket is not drawn yet. */
async function twoConnections(dialect: DialectName, guards: readonly Guard[] = []) {
  const { db, dbs } = await unguarded(dialect, guards);
  const context = {
    db,
    secret: '',
    limits: LIMITS,
    hooks: TEST_HOOKS,
    festivalFile: testFestival(),
    now: () => new Date(0),
    newId: randomUUID,
  };
  const { id } = await aTournament(context, 2);
  return { db, dbs, id };
}

const aDraw = (eventId: string, drawId: string) => ({
  ...{ eventId, drawId, entrants: [], drawnAt: '', drawnBy: null },
  options: { tournamentType: 'single-elimination' as const },
});

/** Enters a result without the lock: reads the list, waits for `between`, then appends at the index it read. */
async function enterWithoutLock(
  db: Db,
  eventId: string,
  score: number,
  between: () => Promise<unknown>,
): Promise<void> {
  const drawn = await findStoredBracket(db, eventId);
  await between();
  await addLine(db, {
    ...{ eventId, drawId: drawn?.drawId ?? '', sequence: drawn?.lines.length ?? 0, enteredAt: '', enteredBy: null },
    entry: { kind: 'score', match: 'W1-1', scores: [score, 0] },
  });
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('control: without the lock on the event: the primary key alone accepts one of two results', async () => {
    const { db, dbs, id } = await twoConnections(dialect);
    await replaceBracket(db, aDraw(id, 'draw'));
    const both = meeting(2);
    const ends = await Promise.allSettled(dbs.map((one, index) => enterWithoutLock(one, id, index + 1, both)));
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(failed.map(brokeUnique)).toEqual([true]);
    expect((await findStoredBracket(db, id))?.lines).toHaveLength(1);
  });

  it('control: without the lock on the event: without the primary key both results get the same index', async () => {
    const { db, dbs, id } = await twoConnections(dialect, ['one result a place of the list']);
    await replaceBracket(db, aDraw(id, 'draw'));
    const both = meeting(2);
    await Promise.all(dbs.map((one, index) => enterWithoutLock(one, id, index + 1, both)));
    const rows = await db.selectFrom('bracket_results').select('sequence').execute();
    expect(rows).toEqual([{ sequence: 0 }, { sequence: 0 }]);
  });
});
