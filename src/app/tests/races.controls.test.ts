/**
 * Controls of races.test.ts: for each race a faulty variant, built from the store's own statements, that reads first
 * and writes later without checking again, on a database without the constraint. The check of the races must detect
 * each.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { addVisitor, readKey } from '#features/access/store/callers.ts';
import { addLine, findStoredBracket } from '#features/brackets/store.ts';
import { createEvent } from '#features/events/commands.ts';
import { changeSeats, findEvent, hideEvent, removeEvent, takeSeat } from '#features/events/store.ts';
import { addRsvp, findHolder, findRsvp, removeRsvps } from '#features/rsvps/store.ts';
import { renameUser, setScoresByName } from '#features/users/store.ts';
import { nameKey } from '#platform/names.ts';
import { LIMITS } from '#platform/server/limits.ts';
import { NOBODY, TEST_HOOKS } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { type Guard, meeting, type Unguarded, unguarded } from '#testing/races.ts';
import { halfUploads, problemsIn } from '#testing/soundness.ts';

const contextOf = (db: Db) => ({
  db,
  secret: '',
  limits: LIMITS,
  hooks: TEST_HOOKS,
  now: () => new Date(0),
  newId: randomUUID,
});

const eventIn = async (db: Db): Promise<string> => {
  await addVisitor(db, { id: 'visitor', tokenHash: 'hash', now: '' });
  return (await createEvent(contextOf(db), NOBODY, anEvent({ capacity: 2 }))).id;
};

const place = (eventId: string, playerName: string) => ({
  ...{ id: randomUUID(), eventId, playerName, nameKey: nameKey(playerName), playerEmail: null },
  ...{ visitorId: 'visitor', createdAt: '' },
});

/** Faulty upload: statement after statement without a transaction. */
const uploadInHalves = async (db: Db, score: number, between: () => Promise<void>) => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({
      ...{ id: randomUUID(), name: `Shared ${from + n}`, nameKey: `shared ${from + n}`, score },
    }));
  // The first half of one is the second half of the other.
  const halves = [rows(0, 10), rows(10, 20)];
  for (const half of score === 1 ? halves : halves.reverse()) {
    await setScoresByName(db, half, '');
    await between();
  }
};

type Control = {
  race: string;
  without: readonly Guard[];
  /** The check; by default that of every database. */
  judge?: (db: Db, dialect: DialectName) => Promise<string[]>;
  /** What it must report. */
  seen: RegExp;
  run(unguarded: Unguarded): Promise<unknown>;
};

const CONTROLS: Control[] = [
  {
    race: 'the last places: reads the free seats, then takes one',
    without: ['seats within capacity'],
    seen: /^more places are held than there are: .*: 6 of 2$/,
    async run({ db, dbs }) {
      const id = await eventIn(db);
      const all = meeting(6);
      const takePlace = async (one: Db, player: number) => {
        const found = await findEvent(one, id);
        if (found === null || found.currentRegistrations >= found.capacity) return;
        await all();
        await takeAnySeat(one, id);
        await addRsvp(one, place(id, `Player ${player}`));
      };
      await Promise.all([0, 1, 2, 3, 4, 5].map((player) => takePlace(dbs[player % 2] as Db, player)));
    },
  },
  {
    race: 'one name for one event: looks for the name, then adds the place',
    without: ['one place a name'],
    seen: /^two places of one name/,
    async run({ db, dbs }) {
      const id = await eventIn(db);
      const both = meeting(2);
      const takePlace = async (one: Db) => {
        if ((await findHolder(one, id, 'alex')) !== undefined) return;
        await both();
        await takeSeat(one, id);
        await addRsvp(one, place(id, 'Alex'));
      };
      await Promise.all(dbs.map(takePlace));
    },
  },
  {
    race: 'one name for an account: looks for the name, then adds the user',
    without: ['one user a name'],
    seen: /^two users of one name: alex$/,
    async run({ dbs }) {
      const both = meeting(2);
      await Promise.all(
        dbs.map(async (one) => {
          const found = await one.selectFrom('users').select('id').where('name_key', '=', 'alex').execute();
          await both();
          if (found.length === 0) await insertUser(one, 'Alex');
        }),
      );
    },
  },
  {
    race: 'one Idempotency-Key: looks for the key, writes, then stores the key',
    without: ['one claim a key'],
    seen: /^one key kept twice/,
    async run({ db, dbs }) {
      await addVisitor(db, { id: 'visitor', tokenHash: 'hash', now: '' });
      const both = meeting(2);
      const add = async (one: Db) => {
        if ((await readKey(one, 'key')) !== null) return;
        await both();
        const answer = await insertUser(one, randomUUID());
        await one
          .insertInto('idempotency_keys')
          .values({ key: 'key', request_hash: '', salt: '', created_at: '', answer })
          .execute();
      };
      await Promise.all(dbs.map(add));
    },
  },
  {
    race: 'a place cancelled twice: frees the seat also when no place was deleted',
    without: [],
    seen: /^seats taken are not the places held: .*: 0 and 1$/,
    async run({ db, dbs }) {
      const id = await eventIn(db);
      const rsvp = place(id, 'Alex');
      for (const one of [rsvp, place(id, 'Bo')]) {
        await takeSeat(db, id);
        await addRsvp(db, one);
      }
      const both = meeting(2);
      const cancel = async (one: Db) => {
        if ((await findRsvp(one, rsvp.id)) === null) return;
        await both();
        await removeRsvps(one, [rsvp.id], { keepCheckedIn: false });
        await changeSeats(one, id, { taken: -1 });
      };
      await Promise.all(dbs.map(cancel));
    },
  },
  {
    race: 'deleted while others register: adds a place without locking its event',
    without: ['a place belongs to an event'],
    seen: /^a place of no event/,
    async run({ db, dbs }) {
      const id = await eventIn(db);
      const found = await findEvent(dbs[0], id);
      await hideEvent(dbs[1], id, '');
      await removeEvent(dbs[1], id, '');
      if (found === null) return;
      await takeSeat(dbs[0], id);
      await addRsvp(dbs[0], place(id, 'Alex'));
    },
  },
  {
    race: 'two brackets drawn: replaces the bracket without locking the event',
    without: ['a result belongs to a bracket', 'one bracket an event'],
    seen: /^two brackets of one event/,
    async run({ db, dbs }) {
      const id = await eventIn(db);
      const both = meeting(2);
      await Promise.all(
        dbs.map(async (one, organiser) => {
          await one.deleteFrom('brackets').where('event_id', '=', id).execute();
          await both();
          await one
            .insertInto('brackets')
            .values(aDraw(id, `draw ${organiser}`))
            .execute();
        }),
      );
    },
  },
  {
    race: 'two scores for one match: counts the entries, then appends one',
    without: ['one result a place of the list'],
    seen: /^a list of results with a gap or a number taken twice/,
    async run({ db, dbs }) {
      const id = await eventIn(db);
      await db.insertInto('brackets').values(aDraw(id, 'draw')).execute();
      const both = meeting(2);
      const enter = async (one: Db, score: number) => {
        const drawn = await findStoredBracket(one, id);
        await both();
        const sequence = drawn?.lines.length ?? 0;
        const entry = { kind: 'score' as const, match: 'W1-1', scores: [score, 0] as const };
        await addLine(one, { eventId: id, drawId: 'draw', sequence, entry, enteredAt: '', enteredBy: null });
      };
      await Promise.all(dbs.map(enter));
    },
  },
  {
    race: 'two uploads: runs the statements without a transaction',
    without: [],
    judge: (db) => halfUploads(db, 'Shared %', 20),
    seen: /^scores of 2 uploads stand side by side/,
    run({ dbs }) {
      const meetings = [meeting(2), meeting(2)];
      return Promise.all(
        dbs.map((one, uploader) => {
          let half = 0;
          return uploadInHalves(one, uploader + 1, () => (meetings[half++] as () => Promise<void>)());
        }),
      );
    },
  },
  {
    race: 'two users renamed to one name: looks for the name, then renames',
    without: ['one user a name'],
    seen: /^two users of one name: winner$/,
    async run({ db, dbs }) {
      const ids = [await insertUser(db, 'First'), await insertUser(db, 'Second')];
      const both = meeting(2);
      await Promise.all(
        dbs.map(async (one, organiser) => {
          const found = await one.selectFrom('users').select('id').where('name_key', '=', 'winner').execute();
          await both();
          if (found.length === 0) {
            await renameUser(one, ids[organiser] ?? '', { name: 'Winner', nameKey: 'winner' });
          }
        }),
      );
    },
  },
];

const aDraw = (eventId: string, drawId: string) => ({
  ...{ event_id: eventId, draw_id: drawId, entrants: '[]', drawn_at: '', drawn_by: null },
  options: '{"tournamentType":"single-elimination"}',
});

async function insertUser(db: Db, name: string): Promise<string> {
  const id = randomUUID();
  const row = { id, name, name_key: nameKey(name), score: 0, visitor_id: null, created_at: '2025-11-14T17:00:00.000Z' };
  await db.insertInto('users').values(row).execute();
  return id;
}

/** Takes a seat without checking for a free one. */
const takeAnySeat = (db: Db, id: string) =>
  db
    .updateTable('events')
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', 1) }))
    .where('id', '=', id)
    .execute();

describe.each(DIALECTS)('without the guard, on %s', (dialect) => {
  it.each(CONTROLS)('$race', async ({ without, judge = problemsIn, seen, run }) => {
    const scene = await unguarded(dialect, without);
    await run(scene);
    const problems = await judge(scene.db, dialect);
    expect(problems).toContainEqual(expect.stringMatching(seen));
  });

  it('the schema’s constraints prevent each of them', async () => {
    const scene = await unguarded(dialect, []);
    for (const { run } of CONTROLS.filter(({ without }) => without.length > 0)) {
      for (const table of ['events', 'users', 'idempotency_keys', 'visitors'] as const) {
        await scene.db.deleteFrom(table).execute();
      }
      await expect(run(scene)).rejects.toThrow(/constraint/i);
    }
    expect(await problemsIn(scene.db, dialect)).toEqual([]);
  });
});
