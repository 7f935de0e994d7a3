/** Judges a rehearsal: the database's own invariants, and what was promised to whom. */
import type { Db } from '#database/schema.ts';
import { look, soundness } from '../faults/checker.ts';
import { shorten } from '../rig.ts';
import type { Played } from './play.ts';
import type { Visitor } from './visitor.ts';

export type Check = { readonly says: string; readonly problems: readonly string[] };

type Row = { readonly id: string; readonly event_id: string; readonly player_name: string };

const isPlaced = ({ state }: Visitor['wishes'][number]): boolean => state === 'placed';

/** Every acknowledged place is in the database, under its id and name. */
function promised(visitors: readonly Visitor[], rows: ReadonlyMap<string, Row>): Check {
  const wishes = visitors.flatMap((visitor) => visitor.wishes);
  const placed = wishes.filter(isPlaced);
  return {
    says: `${placed.length} acknowledged places are there`,
    problems: placed
      .filter(({ id, eventId, name }) => rows.get(id)?.event_id !== eventId || rows.get(id)?.player_name !== name)
      .map(({ name, eventId, id }) => `acknowledged but not there: ${name} in ${eventId} (${id})`),
  };
}

/** Every place belongs to a visitor's view or to a walk-in; what was given back is gone. */
function owned({ visitors, walkIns }: Played, rows: ReadonlyMap<string, Row>): Check {
  const shown = new Set(visitors.flatMap(({ views }) => views.rsvps.map(({ id }) => id)));
  const givenBack = visitors.flatMap((one) => one.wishes.filter(({ state }) => state === 'left'));
  return {
    says: `${rows.size} places have an owner, and ${givenBack.length} given back are gone`,
    problems: [
      ...[...rows.values()]
        .filter(({ id }) => !shown.has(id) && !walkIns.has(id))
        .map(({ player_name, event_id }) => `nobody has the place of ${player_name} in ${event_id}`),
      ...[...walkIns.keys()].filter((id) => !rows.has(id)).map((id) => `the walk-in ${id} is not there`),
      ...givenBack
        .filter(({ id }) => rows.has(id))
        .map(({ name, eventId }) => `${name} gave back ${eventId} and has it`),
    ],
  };
}

/** What My schedule showed each visitor is what they were promised and what the database has. */
function agreed({ visitors }: Played, rows: ReadonlyMap<string, Row>): Check {
  const problems = visitors.flatMap(({ number, wishes, views }) => {
    const shown = new Map(views.rsvps.map((place) => [place.id, place]));
    const mayHave = new Set(
      wishes.filter(({ state }) => state !== 'left').map(({ name, eventId }) => `${name} ${eventId}`),
    );
    return [
      ...wishes
        .filter((wish) => isPlaced(wish) && !shown.has(wish.id))
        .map(({ eventId }) => `guest ${number} does not see their place in ${eventId}`),
      ...views.rsvps
        .filter(({ playerName, eventId }) => !mayHave.has(`${playerName} ${eventId}`))
        .map(({ playerName }) => `guest ${number} sees a place of ${playerName} that they never took`),
      ...views.rsvps
        .filter(({ id, playerName }) => rows.get(id)?.player_name !== playerName)
        .map(({ id }) => `guest ${number} sees the place ${id}, which the database does not have`),
    ];
  });
  return { says: `My schedule showed ${visitors.length} visitors what they were told`, problems };
}

async function capacities(db: Db): Promise<Check> {
  const events = await db.selectFrom('events').select(['id', 'title', 'capacity', 'seats_taken']).execute();
  const places = await db
    .selectFrom('rsvps')
    .select(['event_id', db.fn.countAll<number>().as('held')])
    .groupBy('event_id')
    .execute();
  const held = new Map(places.map((each) => [each.event_id, Number(each.held)]));
  return {
    says: `${events.length} events have no place beyond their capacity`,
    problems: events.flatMap(({ id, title, capacity, seats_taken: taken }) => {
      const count = held.get(id) ?? 0;
      return count > capacity || count !== taken
        ? [`${title}: ${count} places, ${taken} seats taken of ${capacity}`]
        : [];
    }),
  };
}

function lines({ vain, visitors }: Played, rows: ReadonlyMap<string, Row>): Check {
  const waited = visitors.flatMap(({ wishes }) => wishes.filter(({ state }) => state === 'waiting'));
  const promoted = waited.filter(({ id }) => rows.has(id)).length;
  return {
    says: `no seat stayed free while somebody waited, and nobody fell out of a line: of ${waited.length} who waited ${promoted} got a place`,
    problems: vain,
  };
}

/** A rehearsal in which it never happened shows nothing. */
const atLeastOne = (count: number, what: string): string[] => (count > 0 ? [] : [`there was no ${what}`]);

/** The stronger seed won every match, so the first seed is the champion. An undecided tournament cannot be completed. */
async function tournaments({ favourites, champions }: Played, db: Db): Promise<Check> {
  const finished = await db.selectFrom('events').select('id').where('status', '=', 'completed').execute();
  const done = new Set(finished.map(({ id }) => id));
  return {
    says: `${favourites.size} tournaments were played to their winner`,
    problems: [
      ...atLeastOne(favourites.size, 'tournament'),
      ...[...favourites].flatMap(([id, favourite]) => [
        ...(done.has(id) ? [] : [`the tournament ${id} was not completed`]),
        ...(champions.get(id) === favourite ? [] : [`${champions.get(id)} won ${id}, and not ${favourite}`]),
      ]),
    ],
  };
}

function informed({ moved, visitors }: Played): Check {
  const problems = moved.flatMap(({ eventId, holders }) =>
    visitors
      .filter(({ views }) => views.rsvps.some(({ id }) => holders.includes(id)))
      .filter(({ views }) => !views.notices.some((notice) => notice.eventId === eventId))
      .map(({ number }) => `guest ${number} was not told that ${eventId} moved`),
  );
  const count = moved.reduce((sum, { holders }) => sum + holders.length, 0);
  return {
    says: `${count} places in ${moved.length} moved events: their visitors were told`,
    problems: [...atLeastOne(count, 'place in a moved event'), ...problems],
  };
}

async function undone({ flood }: Played, rows: ReadonlyMap<string, Row>, db: Db): Promise<Check> {
  const users = await db.selectFrom('users').select('name').execute();
  const names = [...[...rows.values()].map(({ player_name }) => player_name), ...users.map(({ name }) => name)];
  const wrong = flood.removed === flood.acknowledged ? [] : [`the organiser removed ${flood.removed}`];
  return {
    says: `${flood.acknowledged} fake places and accounts of the flood are gone`,
    problems: [
      ...atLeastOne(flood.acknowledged, 'fake place'),
      ...wrong,
      ...names.filter((name) => name.startsWith('Fake ')).map((name) => `${name} is still there`),
    ],
  };
}

/** Returns each check with its problems. The program has stopped by then. */
export async function judge(played: Played, url: string, errors: readonly string[]): Promise<Check[]> {
  const sound = await soundness(url);
  return look(url, async (db) => {
    const list: Row[] = await db.selectFrom('rsvps').select(['id', 'event_id', 'player_name']).execute();
    const rows = new Map(list.map((row) => [row.id, row]));
    const checks = [
      { says: 'the database does not contradict itself', problems: sound },
      promised(played.visitors, rows),
      owned(played, rows),
      agreed(played, rows),
      await capacities(db),
      lines(played, rows),
      await tournaments(played, db),
      informed(played),
      await undone(played, rows, db),
      {
        says: `${played.record.counts.requests} requests had an answer that makes sense`,
        problems: played.record.unexpected,
      },
      { says: 'the program logged no error', problems: errors },
    ];
    return checks.map(({ says, problems }) => ({ says, problems: shorten(problems) }));
  });
}

export const isSound = (checks: readonly Check[]): boolean => checks.every(({ problems }) => problems.length === 0);
