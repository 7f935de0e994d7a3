import { expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { person } from './rules/people.ts';
import { addEntry } from './store.ts';

/** With five values each, more than one statement of SQLite or PostgreSQL can have. */
const MANY = 14_000;

it.each(DIALECTS)('keeps an entry about any number of people, on %s', async (dialect) => {
  const { db } = await freshDatabase(dialect);
  const before = Array.from({ length: MANY }, (_, index) => person(`place ${index}`, `Player ${index}`, null));
  const entry = { id: 'entry', at: '2025-11-14T17:00:00.000Z', sessionId: 'session', action: 'places handed over' };
  await addEntry(db, {
    ...entry,
    byName: null,
    byRole: null,
    who: null,
    subject: '',
    eventId: null,
    before,
    after: null,
  });
  const { count } = await db
    .selectFrom('audit_people')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(MANY);
});
