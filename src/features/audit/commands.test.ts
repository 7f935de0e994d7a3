import { expect, it } from 'vitest';
import { anOrganiser, NOBODY, ORGANISER, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { record } from './commands.ts';
import { listEntries } from './store.ts';

const CHANGE = { action: 'event created', subject: 'Chess', before: null, after: null };

it.each(DIALECTS)('records who made a change and as what, on %s', async () => {
  const context = await testContext(await freshDatabase('sqlite'));
  const scope = { eventId: null, location: null };
  await record(context, context.db, { sessionId: 'desk', name: 'Mira', role: 'door', scope }, CHANGE);
  const [entry] = await listEntries(context.db, {});
  expect([entry?.byName, entry?.byRole, entry?.session]).toEqual(['Mira', 'door', 'desk']);
});

it('takes nobody but those who work here', () => {
  type Arguments = Parameters<typeof record>;
  // @ts-expect-error a visitor's caller
  const [visitor]: [Arguments[2]] = [NOBODY];
  // @ts-expect-error a caller may have no staff
  const [nobody]: [Arguments[2]] = [NOBODY.staff];
  const [session, organiser]: Arguments[2][] = [anOrganiser('session'), ORGANISER.staff];
  expect([visitor, nobody, session?.role, organiser?.role]).toEqual([NOBODY, null, 'organiser', 'organiser']);
});
