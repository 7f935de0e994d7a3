import { sql } from 'kysely';
import { type Duties, findRows, type Job } from '#database/duties.ts';
import { HOUR } from '#platform/durations.ts';
import { ANSWERS_KEPT, emailsGoneBefore } from '#platform/emails.ts';
import { importPlaces, releasePlaces, retakePlaces } from './commands/seats.ts';
import { checkPlaces } from './rules.ts';
import * as store from './store.ts';
import { dropColumn, type PlaceTable } from './store.ts';

const rsvpProblems = findRows(
  [
    'seats taken are not the places held',
    sql`select id || ': ' || seats_taken || ' and ' || people as what from (select id, seats_taken,
      (select count(*) from rsvps where event_id = events.id)
      + (select count(*) from waiting_entries where event_id = events.id and holds_seat = 1) as people
      from events) as seats where seats_taken <> people`,
  ],
  [
    'more places are held than there are',
    sql`select e.id || ': ' || count(r.id) || ' of ' || e.capacity as what from events e
      join rsvps r on r.event_id = e.id group by e.id, e.capacity having count(r.id) > e.capacity`,
  ],
  [
    'two places of one name',
    sql`select event_id || ' ' || name_key as what from rsvps group by event_id, name_key having count(*) > 1`,
  ],
  [
    'a place of no event',
    sql`select r.id as what from rsvps r left join events e on e.id = r.event_id where e.id is null`,
  ],
);

/** Deletes emails 30 days after the festival and returns how many. */
export const dropOldEmails = (table: PlaceTable, name: string): Job => ({
  name,
  everyMs: HOUR,
  async run({ db, now, festival }) {
    const before = emailsGoneBefore(festival, now().toISOString());
    return before === null ? 0 : dropColumn(db, table, 'player_email', before);
  },
});

/** 14 days after the festival. */
export const dropOldAnswers = (table: PlaceTable, name: string): Job => ({
  name,
  everyMs: HOUR,
  async run({ db, now, festival }) {
    const before = emailsGoneBefore(festival, now().toISOString(), ANSWERS_KEPT);
    return before === null ? 0 : dropColumn(db, table, 'answers', before);
  },
});

export const rsvpDuties: Duties = {
  problems: rsvpProblems,
  jobs: [
    dropOldEmails('rsvps', 'delete the emails of a past festival'),
    dropOldAnswers('rsvps', 'delete the answers to questions of a past festival'),
  ],
  archived: { key: 'rsvps', table: 'rsvps', read: store.readPlaces, check: checkPlaces, write: importPlaces },
  registered: {
    table: 'rsvps',
    listAfter: store.listTakenAfter,
    remove: (tx, ids, context) => releasePlaces(context, tx, ids, { keepProven: true }),
    restore: retakePlaces,
  },
  countOwned: async (db, visitorId) => ({ places: (await store.listPlacesOfVisitor(db, visitorId)).length }),
  listNames: store.listNamesOf,
  listNamed: store.listPlacesOfVisitor,
  listEventsOf: async (_, { rows }) => rows.flatMap((row) => (row.kind === 'place' ? row.eventId : [])),
  owned: [{ table: 'rsvps' }],
  async forget(tx, { rows }, context) {
    const places = rows.filter(({ kind }) => kind === 'place');
    await releasePlaces(
      context,
      tx,
      places.map(({ id }) => id),
    );
  },
  anonymise: store.anonymisePlaces,
  erased: ['rsvps'],
};
