import { describe, expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { aHelper } from '#testing/staff.ts';
import { refusal } from '#testing/tournament.ts';
import type { Rsvp } from '../contract.ts';
import { feedbackDuties } from './duties.ts';

const DAYS = 24 * 60 * MINUTE;
const say = (browser: Browser, id: string, body: object = { stars: 5, text: ' Dice! ' }) =>
  browser.send(`POST /api/events/${id}/feedback`, body);
const mine = async (browser: Browser) => (await browser.send('GET /api/feedback/my')).json<object[]>();

/** An event of an hour that begins now, with a phone whose person is checked in. */
async function scene(app: TestApp) {
  const admin = await app.admin();
  const id = await app.event({ startTime: app.clock.now().toISOString(), duration: 60 });
  const there = async (playerName: string, isThere = true) => {
    const phone = app.browser();
    const place = (await phone.send('POST /api/rsvps', { eventId: id, playerName })).json<Rsvp>();
    if (isThere) await admin.send(`PUT /api/rsvps/${place.id}/check-in`);
    return phone;
  };
  return { admin, id, there };
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('feedback is given by who was there, from the end for a week, and the last word counts', async () => {
    const app = await testApp(dialect);
    const { id, there } = await scene(app);
    const [alex, absent, stranger] = [await there('Alex'), await there('Bo', false), app.browser()];
    await stranger.send('POST /api/users', { name: 'Stranger' });
    const early = refusal(409, 'NOT_TODAY', 'You are asked from the end of the event, for a week.');
    expect(seen(await say(alex, id))).toEqual(early);
    app.clock.pass(60 * MINUTE);
    expect(seen(await say(alex, id))).toEqual({ status: 200, body: { eventId: id, stars: 5, text: 'Dice!' } });
    expect(seen(await say(alex, id, { stars: 3 }))).toEqual({ status: 200, body: { eventId: id, stars: 3, text: '' } });
    expect(await mine(alex)).toEqual([{ eventId: id, stars: 3, text: '' }]);
    expect([(await say(absent, id)).statusCode, (await say(stranger, id)).statusCode]).toEqual([409, 403]);
    for (const body of [{ stars: 0 }, { stars: 6 }, { stars: 2.5 }, { stars: 3, text: 'x'.repeat(301) }])
      expect((await say(alex, id, body)).statusCode).toBe(400);
    app.clock.pass(7 * DAYS - 1);
    expect((await say(alex, id, { stars: 2 })).statusCode).toBe(200);
    app.clock.pass(1);
    expect(seen(await say(alex, id))).toEqual(early);
  });

  it('feedback is asked for from the completion on, also before the planned end', async () => {
    const app = await testApp(dialect);
    const { admin, id, there } = await scene(app);
    const alex = await there('Alex');
    for (const status of ['in-progress', 'completed']) await admin.send(`PATCH /api/events/${id}/status`, { status });
    expect((await say(alex, id)).statusCode).toBe(200);
    await feedbackDuties.anonymise?.(app.context.db);
    const kept = app.context.db.selectFrom('event_feedback').select(['stars', 'text', 'visitor_id']);
    expect(await kept.execute()).toEqual([{ stars: 5, text: '', visitor_id: null }]);
  });

  it('feedback is read by organisers and the event’s host, without who and when, and by nobody else', async () => {
    const app = await testApp(dialect);
    const { admin, id, there } = await scene(app);
    const phones = [await there('Zebulon'), await there('Alex')];
    app.clock.pass(60 * MINUTE);
    await say(phones[0] as Browser, id, { stars: 2, text: 'A bit too loud.' });
    await say(phones[1] as Browser, id, { stars: 4, text: 'Dice!' });
    const address = `GET /api/events/${id}/feedback`;
    const said = [
      { stars: 4, text: 'Dice!' },
      { stars: 2, text: 'A bit too loud.' },
    ];
    const host = await aHelper(app, { role: 'host', eventId: id });
    const other = await aHelper(app, { role: 'host', eventId: await app.event() });
    for (const reader of [admin, host]) expect(seen(await reader.send(address))).toEqual({ status: 200, body: said });
    expect([(await other.send(address)).statusCode, (await phones[0]?.send(address))?.statusCode]).toEqual([403, 401]);
    expect((await admin.send('GET /api/admin/audit')).body).not.toContain('too loud');
    await admin.send(`DELETE /api/events/${id}`);
    expect(await mine(phones[0] as Browser)).toEqual([]);
  });

  it('feedback comes along to another device, which keeps its own, is in the file without its visitor, and goes with them', async () => {
    const app = await testApp(dialect);
    const { admin, id, there } = await scene(app);
    const [phone, tablet] = [await there('Alex'), await there('Bo')];
    app.clock.pass(60 * MINUTE);
    await say(phone, id, { stars: 1, text: 'Mine' });
    await say(tablet, id, { stars: 5, text: 'Theirs' });
    const { code } = (await phone.send('POST /api/devices/code')).json<{ code: string }>();
    await tablet.send('POST /api/devices/join', { code });
    expect(await mine(tablet)).toEqual([{ eventId: id, stars: 1, text: 'Mine' }]);
    expect((await phone.send('GET /api/visitor')).json()).toMatchObject({ feedback: 1 });
    const file = (await admin.send('GET /api/admin/exports/festival.json')).json<{ feedback: object[] }>();
    expect(file.feedback).toEqual([
      { id: expect.any(String), eventId: id, stars: 1, text: 'Mine', givenAt: app.clock.now().toISOString() },
    ]);
    await phone.send('DELETE /api/visitor');
    expect(await app.context.db.selectFrom('event_feedback').selectAll().execute()).toEqual([]);
  });
});
