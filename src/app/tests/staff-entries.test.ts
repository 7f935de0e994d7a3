/** Every write of staff is in the list of changes: a call without an entry fails here, unless it is named with its reason. */
import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { everyRow } from '#testing/database.ts';
import { requestFor, setScene } from '#testing/one-of-each.ts';

const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  'DELETE /api/admin/sample': 'empties the list of changes, too',
  'DELETE /api/rsvps/{id}/check-in': 'the list of changes reads check-ins from the places',
};

/** Their scene is refused: that each writes its entry is tested with the slice. */
const REFUSED = [
  'POST /api/rsvps/{id}/move',
  'POST /api/admin/next-year',
  'POST /api/admin/erase',
  'POST /api/admin/imports/festival',
  'POST /api/admin/sample',
  'POST /api/handovers',
  'POST /api/admin/registrations/bursts/remove',
];

it('records every write of an organiser', { timeout: 60_000 }, async () => {
  const app = await testApp('sqlite', { limits: { newVisitors: { burst: 10_000, perMinute: 10_000 } } });
  const { db } = app.context;
  const count = async () =>
    Number(
      (
        await db
          .selectFrom('audit_entries')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  /** All but what is about the call itself. */
  const rows = async () =>
    JSON.stringify(
      Object.entries(await everyRow(db)).filter(([table]) => !/^(audit|meta|idempotency|admin_)/.test(table)),
    );
  const lasting = { admin: await app.admin(), expired: app.browser() };
  const [unrecorded, refused]: [string[], string[]] = [[], []];
  let written = 0;
  for (const endpoint of await declaredEndpoints()) {
    if (endpoint.who !== 'admin' || endpoint.route.startsWith('GET ')) continue;
    const scene = await setScene(app, lasting, endpoint);
    const [before, rowsBefore] = [await count(), await rows()];
    const [call, body] = requestFor(app, endpoint, scene, 'there');
    const { statusCode } = await scene.askers.admin.send(call, body);
    if (statusCode >= 400) refused.push(endpoint.route);
    if ((await rows()) === rowsBefore) continue;
    written += 1;
    if ((await count()) <= before) unrecorded.push(endpoint.route);
  }
  expect(refused).toEqual(REFUSED);
  expect(written).toBeGreaterThan(30);
  expect(unrecorded.filter((call) => WITHOUT_ENTRY[call] === undefined)).toEqual([]);
});
