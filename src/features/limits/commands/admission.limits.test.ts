/** Limits of the total of what devices may create, through the real app. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';

const TEN_SECONDS = 10_000;
const FULL = 'The scoreboard is full. Please ask an organiser to add you.';
const account = (browser: Browser) => browser.send('POST /api/users', { name: randomUUID() });

describe.each(DIALECTS)('%s', (dialect) => {
  it('a limit refuses users beyond the limit from devices, but not from organisers, until ten seconds after a deletion', async () => {
    const app = await testApp(dialect, { limits: { users: 3 } });
    const organiser = await app.admin();
    const first = (await account(app.browser())).json<{ id: string }>();
    for (let n = 0; n < 2; n += 1) expect((await account(app.browser())).statusCode).toBe(201);
    const refused = await account(app.browser());
    expect(seen(refused)).toEqual({ status: 409, body: { code: 'FESTIVAL_FULL', message: FULL } });
    expect(refused.cookies).toEqual([]);
    const added = await account(organiser);
    expect([added.statusCode, (await account(app.browser())).statusCode]).toEqual([201, 409]);
    for (const { id } of [first, added.json<{ id: string }>()]) await organiser.send(`DELETE /api/users/${id}`);
    expect((await account(app.browser())).statusCode).toBe(409);
    app.clock.pass(TEN_SECONDS);
    expect((await account(app.browser())).statusCode).toBe(201);
    expect((await account(app.browser())).statusCode).toBe(409);
  });
});
