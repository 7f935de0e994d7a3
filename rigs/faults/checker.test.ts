import { expect, it } from 'vitest';
import { connect } from '#database/connect.ts';
import { takeSeat } from '#features/events/store.ts';
import { addRsvp } from '#features/rsvps/store.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { freshUrl } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { checkRegistrations } from './checker.ts';
import type { Entry, Outcome } from './ledger.ts';

/** A database in which Ada has a place with the id 'ada'. */
async function adasPlace(): Promise<{ url: string; eventId: string }> {
  const url = await freshUrl('sqlite');
  const connection = await connect(url, () => {});
  const { id: eventId } = await createEvent(await testContext(connection), ORGANISER, anEvent());
  await takeSeat(connection.db, eventId);
  const place = {
    id: 'ada',
    eventId,
    playerName: 'Ada',
    nameKey: 'ada',
    playerEmail: null,
    visitorId: null,
    createdAt: '',
  };
  await addRsvp(connection.db, place);
  await connection.close();
  return { url, eventId };
}

const entry = (eventId: string, playerName: string, outcome: Outcome, answer = '{"id":"ada"}'): Entry => ({
  ...{ call: 'POST /api/rsvps', body: { eventId, playerName }, key: '', outcome, answer },
  ...{ status: 0, cookie: null, ms: 0, tries: 1 },
});

it.each<[Outcome, string, string[]]>([
  ['ok', 'Ada', []],
  ['unknown', 'Ada', []],
  ['refused', 'Ada', ['refused with 0 but there: EVENT Ada']],
  ['unreached', 'Ada', ['refused with 0 but there: EVENT Ada']],
  ['ok', 'Bo', ['nobody asked for EVENT Ada', 'acknowledged but not there: EVENT Bo']],
  ['unknown', 'Bo', ['nobody asked for EVENT Ada']],
  ['broken', 'Ada', ['answered 0: {"id":"ada"}']],
])('compares what clients know with the rows: %s, %s', async (outcome, playerName, problems) => {
  const { url, eventId } = await adasPlace();
  const found = await checkRegistrations(url, [entry(eventId, playerName, outcome)]);
  expect(found.map((problem) => problem.replace(eventId, 'EVENT'))).toEqual(problems);
});

it('compares what clients know with the rows reports an acknowledged id that differs from the stored one', async () => {
  const { url, eventId } = await adasPlace();
  expect(await checkRegistrations(url, [entry(eventId, 'Ada', 'ok', '{"id":"other"}')])).toHaveLength(1);
});
