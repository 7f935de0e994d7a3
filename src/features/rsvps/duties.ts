import type { Duties } from '#database/duties.ts';
import { importPlaces, releasePlaces, retakePlaces } from './commands/seats.ts';
import { dropOldEmails } from './jobs.ts';
import { checkPlaces } from './rules.ts';
import { rsvpProblems } from './soundness.ts';
import * as store from './store.ts';

export const rsvpDuties: Duties = {
  problems: rsvpProblems,
  jobs: [dropOldEmails('rsvps', 'delete the emails of a past festival')],
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
};
