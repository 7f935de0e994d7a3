/** Festivals of any size, written to the database before the program starts. */
import { randomUUIDv7 } from 'node:crypto';
import { DAY, HOUR } from '#platform/durations.ts';
import { connect } from '../../src/database/connect.ts';
import { insertAll } from '../../src/database/rows.ts';

/** `entries`: how many entries of points the users have, whose sums are their scores. */
export type Size = { readonly events: number; readonly users: number; readonly entries?: number };

const DAYS = 4;
const KINDS = ['board-game', 'video-game', 'course', 'card-game'] as const;
const HALLS = ['Ballroom A', 'Ballroom B', 'Arcade Hall', 'Dune Room', 'Lighthouse Lounge'];

/** The next four days, between 10 and 24 o'clock: an event that is over takes no places. */
const startOf = (n: number, events: number): string => {
  const day = 1 + Math.floor((n * DAYS) / events);
  const midnight = Math.floor(Date.now() / DAY) * DAY;
  return new Date(midnight + day * DAY + 10 * HOUR + ((n * 7) % 56) * 0.25 * HOUR).toISOString();
};

/** Returns the ids of the events, by day. Each has 10,000 seats. */
export async function fillFestival(url: string, { events, users, entries = 0 }: Size): Promise<string[]> {
  const { db, close } = await connect(url, (message, error) => {
    throw new Error(message, { cause: error });
  });
  const ids = Array.from({ length: events }, () => randomUUIDv7());
  const now = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    await insertAll(tx, 'events', [...ids.entries()], ([n, id]) => ({
      ...{ id, title: `Bench event ${n}: ${['Kart Cup', 'Tide Pools', 'Draft night'][n % 3]}` },
      ...{
        event_type: KINDS[n % KINDS.length] ?? 'course',
        start_time: startOf(n, events),
        duration: 60 + (n % 4) * 30,
      },
      description: 'Sixteen racers, four cups, no mercy. Bring your own wheel, or borrow one of ours at the desk.',
      ...{ location: HALLS[n % HALLS.length] ?? '', host: 'Priya', capacity: 10_000, seats_taken: 0 },
      ...{ tournament_type: null, status: 'upcoming' as const, bracket_drawn: 0 as const },
    }));
    const userIds = Array.from({ length: users }, () => randomUUIDv7());
    const each = entries / users;
    await insertAll(tx, 'users', [...userIds.entries()], ([n, id]) => {
      const score = (n % 50) * Math.max(each, 1);
      return { id, name: `Visitor ${n}`, name_key: `visitor ${n}`, score, shown_score: score, created_at: now };
    });
    await insertAll(
      tx,
      'point_entries',
      Array.from({ length: entries }, (_, n) => n),
      (n) => ({
        ...{ id: randomUUIDv7(), user_id: userIds[n % users] ?? '', points: (n % users) % 50, at: now },
        ...{ kind: 'event' as const, reason: '2nd in Catan Cup', event_id: ids[n % events] ?? null },
      }),
    );
  });
  await close();
  return ids;
}
