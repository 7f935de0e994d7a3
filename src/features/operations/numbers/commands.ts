import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { isOver } from '#features/events/rules/clock.ts';
import { listEvents } from '#features/events/store.ts';
import type { Numbers } from './contract.ts';
import { type CountedEvent, numbersOf } from './rules.ts';

const countIn = async (db: Db, table: 'rsvps' | 'released_places' | 'waiting_entries') => {
  const rows = await db
    .selectFrom(table)
    .groupBy('event_id')
    .select(({ fn }) => ['event_id', fn.countAll().as('count')])
    .execute();
  return new Map(rows.map(({ event_id, count }) => [event_id, Number(count)]));
};

const countShows = async (db: Db) => {
  const there = db.selectFrom('rsvps').where('checked_in', '=', 1).groupBy('event_id');
  const rows = await there.select(({ fn }) => ['event_id', fn.countAll().as('count')]).execute();
  return new Map(rows.map(({ event_id, count }) => [event_id, Number(count)]));
};

/** Without drafts: nobody could come to them. */
async function listCounted(db: Db, now: string): Promise<CountedEvent[]> {
  const [places, shows, released, waiting] = [
    await countIn(db, 'rsvps'),
    await countShows(db),
    await countIn(db, 'released_places'),
    await countIn(db, 'waiting_entries'),
  ];
  const waited = new Map(
    (await db.selectFrom('events').select(['id', 'waited']).execute()).map((row) => [row.id, row.waited]),
  );
  return (await listEvents(db))
    .filter(({ draft }) => !draft)
    .map((event) => {
      const over = isOver(event, now);
      const { id, title, location, eventType, startTime } = event;
      return {
        ...{ id, title, location, eventType, startTime, isOver: over },
        places: places.get(id) ?? 0,
        shows: shows.get(id) ?? 0,
        released: released.get(id) ?? 0,
        // Entries of a line that has just ended are kept for an undo.
        waited: (waited.get(id) ?? 0) + (over ? (waiting.get(id) ?? 0) : 0),
      };
    });
}

async function readPeople(db: Db): Promise<Numbers['people']> {
  const count = async (table: 'users' | 'devices') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const names = await db.selectFrom('rsvps').select('name_key').distinct().execute();
  return { names: names.length, accounts: await count('users'), phones: await count('devices') };
}

async function listGivers(db: Db): Promise<Numbers['points']> {
  const rows = await db
    .selectFrom('point_entries')
    .groupBy('by_name')
    .select(({ fn }) => ['by_name as by', fn.countAll().as('entries'), fn.sum('points').as('points')])
    .orderBy('by_name')
    .execute();
  return rows.map(({ by, entries, points }) => ({ by, entries: Number(entries), points: Number(points) }));
}

export const numbersNow = async ({ db, now, festivalFile }: CommandContext): Promise<Numbers> => ({
  ...numbersOf(await listCounted(db, now().toISOString()), festivalFile.timeZone),
  people: await readPeople(db),
  points: await listGivers(db),
});
