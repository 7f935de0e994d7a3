import { expect, it } from 'vitest';
import { endpoint } from '#platform/contract.ts';
import type { Handler, Received, Serve } from '#platform/server/serve.ts';
import { anOrganiser, NOBODY, ORGANISER, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { record, type StaffWrite, staffWrites } from './commands.ts';
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

const CLEAN = endpoint({ route: 'DELETE /api/dirt', summary: 'Clean.', who: 'admin', answer: null, touches: [] });

/** Returns the changes listed after a staff write with this work. */
async function afterWork(work: (given: StaffWrite<typeof CLEAN>) => Promise<unknown>) {
  const context = await testContext(await freshDatabase('sqlite'));
  let handler: Handler<typeof CLEAN> | undefined;
  const serve: Serve = (_, given) => {
    handler = given as unknown as Handler<typeof CLEAN>;
  };
  staffWrites(serve, context)(CLEAN, work);
  await handler?.({ caller: async () => ORGANISER } as unknown as Received<typeof CLEAN>);
  return (await listEntries(context.db, {})).map(({ action }) => action);
}

it('a staff write is on the list of changes as its work notes it, and nowhere when nothing changed', async () => {
  expect(await afterWork(({ note }) => note(CHANGE))).toEqual(['event created']);
  expect(await afterWork(({ note }) => note(null))).toEqual([]);
});

it('a staff write whose work notes nothing fails', async () => {
  await expect(afterWork(async () => undefined)).rejects.toThrow('DELETE /api/dirt notes no change');
});
