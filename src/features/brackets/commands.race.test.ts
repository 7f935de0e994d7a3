/** Organisers at one bracket at the same moment, and the same with the guards taken away, which must be seen to fail. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { brokeUnique, type DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { holdEvent } from '#features/events/store.ts';
import { LIMITS } from '#platform/server/limits.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, freshUrl, openUntilEnd } from '#testing/database.ts';
import { aTournament, type Desk, deskAt } from '#testing/tournament.ts';
import { addLine, findDrawn, replaceBracket } from './store.ts';

const ROUNDS = 5;

const CONSTELLATIONS = [
  ['SQLite', 'sqlite', 1],
  ['PostgreSQL', 'postgres', 1],
  ['two instances on one PostgreSQL', 'postgres', 2],
] as const;

type Rivals = { apps: readonly TestApp[]; at(id: string): readonly Desk[] };

/** Four organisers, spread over the instances. */
async function rivals(dialect: DialectName, instances: number): Promise<Rivals> {
  const url = await freshUrl(dialect);
  const apps: TestApp[] = [];
  for (let instance = 0; instance < instances; instance += 1) apps.push(await testApp(dialect, { url }));
  const pairs = [0, 1, 2, 3].map(async (place) => {
    const app = apps[place % apps.length] as TestApp;
    return [app, await app.admin()] as const;
  });
  const admins = await Promise.all(pairs);
  return { apps, at: (id) => admins.map(([app, admin]) => deskAt(app, admin, id)) };
}

const first = <T>(list: readonly T[]): T => list[0] as T;

const countOf = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const statesOf = async (desk: Desk) => {
  const drawn = await findDrawn(desk.app.world.db, desk.id);
  return drawn?.lines.map(({ entry }) => entry);
};

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it('of brackets drawn at once one is kept and every other organiser is told', async () => {
    const { apps, at } = await rivals(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(first(apps).world, 8);
      const desks = at(id);
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

  it('of scores entered for one match at once one is kept and every other organiser is told which', async () => {
    const { apps, at } = await rivals(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(first(apps).world, 4);
      const desks = at(id);
      await first(desks).draw();
      const seen = { expectedRevision: 1 };
      const answers = await Promise.all(desks.map((desk, place) => desk.score('W1-1', 10, place, seen)));
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 3]);
      const kept = answers.findIndex(({ status }) => status === 200);
      expect(await statesOf(first(desks))).toEqual([{ kind: 'score', match: 'W1-1', scores: [10, kept] }]);
      const now = `Semifinal, match 1 now: Priya 10, Tomás ${kept}.`;
      const told = `Another organiser has changed this match meanwhile. ${now}`;
      expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(
        Array.from({ length: 3 }, () => ({ code: 'CHANGED_MEANWHILE', message: told })),
      );
    }
  });

  it('scores of different matches at once are all kept', async () => {
    const { apps, at } = await rivals(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(first(apps).world, 8);
      const desks = at(id);
      await first(desks).draw();
      const answers = await Promise.all(
        desks.map((desk, place) => desk.score(`W1-${place + 1}`, 3, 1, { expectedRevision: 1 })),
      );
      expect(countOf(answers, 200)).toBe(4);
      expect(await statesOf(first(desks))).toHaveLength(4);
    }
  });

  it('taken back by all at once, one result goes and no second one', async () => {
    const { apps, at } = await rivals(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(first(apps).world, 4);
      const desks = at(id);
      await first(desks).draw();
      for (const place of ['W1-1', 'W1-2']) await first(desks).score(place, 3, 1);
      const answers = await Promise.all(desks.map((desk) => desk.undo({ expectedRevision: 3 })));
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 3]);
      expect(await first(desks).leaderboard()).toMatchObject([{ wins: 1 }, { wins: 0 }, { wins: 0 }, { wins: 0 }]);
    }
  });

  it('an event deleted while it is drawn and played leaves nothing behind', async () => {
    const { apps, at } = await rivals(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await aTournament(first(apps).world, 4);
      const desks = at(id) as [Desk, Desk, Desk, Desk];
      await desks[0].draw();
      const [drawn, entered, deleted, undone] = await Promise.all([
        desks[0].draw(),
        desks[1].score('W1-1', 3, 1),
        desks[2].admin.send(`DELETE /api/events/${id}`),
        desks[3].undo(),
      ]);
      expect(deleted.statusCode).toBe(204);
      expect([201, 404, 409]).toContain(drawn.status);
      expect([200, 404, 409]).toContain(entered.status);
      expect([200, 404, 409]).toContain(undone.status);
      expect(await findDrawn(first(apps).world.db, id)).toBeNull();
      expect(await first(apps).world.db.selectFrom('bracket_results').select('sequence').execute()).toEqual([]);
    }
  });
});

it('does once what is sent twice at once without a revision, on SQLite', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = await aTournament(app.world, 4);
  const desk = deskAt(app, admin, id);
  const drawn = await Promise.all([desk.draw({ randomSeed: true }), desk.draw({ randomSeed: true })]);
  expect(drawn.map(({ status }) => status)).toEqual([201, 409]);
  expect(await desk.matches()).toEqual(drawn[0]?.body);
  const entered = await Promise.all([desk.score('W1-1', 3, 1), desk.score('W1-1', 3, 1), desk.score('W1-1', 1, 3)]);
  expect(entered.map(({ status }) => status)).toEqual([200, 200, 409]);
  await desk.score('W1-2', 3, 1);
  const undone = await Promise.all([desk.undo(), desk.undo()]);
  expect(undone.map(({ status }) => status)).toEqual([200, 409]);
  expect(await statesOf(desk)).toHaveLength(3);
});

it('refuses the second of two requests without a revision that wait for the same lock, on PostgreSQL', async () => {
  const { apps, at } = await rivals('postgres', 1);
  const { db } = first(apps).world;
  const { id } = await aTournament(first(apps).world, 4);
  const [one, other] = at(id) as [Desk, Desk];
  const both = async <T>(send: (desk: Desk, place: number) => Promise<T>): Promise<T[]> => {
    const sent = await db.transaction().execute(async (tx) => {
      await holdEvent(tx, id);
      const answers = [one, other].map(send);
      await expect.poll(() => waitingForLocks(db)).toBe(2);
      return answers;
    });
    return Promise.all(sent);
  };
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();
  expect(statuses(await both((desk) => desk.draw()))).toEqual([201, 409]);
  expect(statuses(await both((desk, place) => desk.score('W1-1', 3, place)))).toEqual([200, 409]);
  await one.score('W1-2', 3, 1);
  expect(statuses(await both((desk) => desk.undo()))).toEqual([200, 409]);
});

async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: string }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return Number(rows[0]?.waiting);
}

describe.each(DIALECTS)('control twin, on %s: the revision of what stands now instead of what was seen', (dialect) => {
  it('lets both results and both draws through', async () => {
    const { apps, at } = await rivals(dialect, 1);
    const { id } = await aTournament(first(apps).world, 4);
    const [one, other] = at(id) as [Desk, Desk];
    const draws = [await one.draw(), await other.draw()];
    const scores = [await one.score('W1-1', 3, 1), await other.score('W1-1', 1, 3)];
    expect([...draws, ...scores].map(({ status }) => status)).toEqual([201, 201, 200, 200]);
    expect(await one.findMatch('W1-1')).toMatchObject({ player1Score: 1, player2Score: 3 });
  });
});

/** Two connections to one tournament, and its bracket drawn unless told. */
async function twoConnections(dialect: DialectName) {
  const url = await freshUrl(dialect);
  const connections = [await openUntilEnd(url), await openUntilEnd(url)] as const;
  const [{ db }] = connections;
  const world = { db, secret: '', limits: LIMITS, admission: null, now: () => new Date(0), newId: randomUUID };
  const { id } = await aTournament(world, 2);
  return { db, dbs: connections.map((connection) => connection.db), id };
}

/** Lets `count` callers meet: nobody goes on before all have come. */
function meeting(count: number): () => Promise<void> {
  let missing = count;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}

const aDraw = (eventId: string, drawId: string) => ({
  ...{ eventId, drawId, entrants: [], drawnAt: '', drawnBy: null },
  options: { tournamentType: 'single-elimination' as const },
});

/** What entering must not be: it counts the list first and writes afterwards, trusting what it saw. */
async function trustingEntry(db: Db, eventId: string, score: number, between: () => Promise<unknown>): Promise<void> {
  const drawn = await findDrawn(db, eventId);
  await between();
  await addLine(db, {
    ...{ eventId, drawId: drawn?.drawId ?? '', sequence: drawn?.lines.length ?? 0, enteredAt: '', enteredBy: null },
    entry: { kind: 'score', match: 'W1-1', scores: [score, 0] },
  });
}

async function withoutKey(db: Db, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres') {
    await sql`alter table bracket_results drop constraint bracket_results_pkey`.execute(db);
    return;
  }
  // SQLite cannot drop a constraint, so the table is made anew from its own text without it.
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema where name = 'bracket_results'`.execute(db);
  const text = rows[0]?.sql ?? '';
  expect(text).toContain('primary key (event_id, sequence)');
  await sql`drop table bracket_results`.execute(db);
  const bare = text.replace(/,\s*primary key \(event_id, sequence\)/, '').replace(', without rowid', '');
  await sql.raw(bare).execute(db);
}

describe.each(DIALECTS)('control twin, on %s: without holding the event', (dialect) => {
  it('the key alone lets one of two results through', async () => {
    const { db, dbs, id } = await twoConnections(dialect);
    await replaceBracket(db, aDraw(id, 'draw'));
    const both = meeting(2);
    const ends = await Promise.allSettled(dbs.map((one, place) => trustingEntry(one, id, place + 1, both)));
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(failed.map(brokeUnique)).toEqual([true]);
    expect((await findDrawn(db, id))?.lines).toHaveLength(1);
  });

  it('and without the key both results are written at the same place of the list', async () => {
    const { db, dbs, id } = await twoConnections(dialect);
    await withoutKey(db, dialect);
    await replaceBracket(db, aDraw(id, 'draw'));
    const both = meeting(2);
    await Promise.all(dbs.map((one, place) => trustingEntry(one, id, place + 1, both)));
    const rows = await db.selectFrom('bracket_results').select('sequence').execute();
    expect(rows).toEqual([{ sequence: 0 }, { sequence: 0 }]);
  });
});
