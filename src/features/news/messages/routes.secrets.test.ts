/** Tries every way to read a message to others. */
import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { openStream } from '#testing/open-stream.ts';

const SECRET = 'kept between us';

it('sends the text of a message to an event or the staff to nobody else, by no call, ETag or stream', async () => {
  const app = await testApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const [admin, rosa, lena] = [await app.admin(), app.browser(), app.browser()];
  const [eventId, other] = [await app.event(), await app.event()];
  await rosa.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Rosa' }));
  await lena.send('POST /api/rsvps', aRegistration(other, { playerName: 'Lena' }));
  const { visitor_id } = await app.context.db
    .selectFrom('rsvps')
    .select('visitor_id')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const topics = ['messages', `messages:${eventId}`, 'staff', 'mine', `mine:${visitor_id}`, `messages:${visitor_id}`];
  const streams = await Promise.all([
    openStream(app, app.browser(), topics),
    openStream(app, lena, topics),
    openStream(app, rosa, ['mine']),
  ]);
  // What made the scene.
  for (const heard of streams) await heard();
  const etag = async () => (await app.browser().send('GET /api/messages/public')).headers.etag;
  const before = await etag();
  for (const to of [{ audience: 'event', eventId }, { audience: 'staff' }]) {
    const { id } = (await admin.send('POST /api/messages', { text: SECRET, urgent: true, ...to })).json();
    await admin.send(`PATCH /api/messages/${id}`, { text: `${SECRET}!` });
  }
  const [toStranger, toLena, toRosa] = await Promise.all(streams.map((heard) => heard()));
  for (const heard of [toStranger, toLena, toRosa]) expect(heard).not.toContain(SECRET);
  // Rosa's own phone asks for it, Lena's has no reason to.
  expect(toRosa).toContain('{"topic":"mine"}');
  expect(toLena).not.toContain('{"topic":"mine"}');
  expect(await etag()).toBe(before);
  // Copies are made again.
  await admin.send('POST /api/messages', { text: 'The bar is open.', urgent: false, audience: 'everybody' });
  expect(await etag()).not.toBe(before);
  const reads = app.endpoints.filter(({ route }) => route.startsWith('GET '));
  for (const { route } of reads) {
    const address = route.replace(/\{\w+\}/g, eventId);
    for (const query of ['', `?eventId=${eventId}`])
      for (const browser of [app.browser(), lena])
        expect([address, (await browser.send(address + query)).body.includes(SECRET)]).toEqual([address, false]);
  }
  expect((await rosa.send('GET /api/messages/my')).body).toContain(SECRET);
});

it('sends a message to everybody as a row, its withdrawal as a row that is gone', async () => {
  const app = await testApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const admin = await app.admin();
  const message = { text: 'Evacuate the Arcade.', urgent: true, audience: 'everybody' };
  const written = await openStream(app, app.browser(), ['messages']);
  const { id } = (await admin.send('POST /api/messages', message)).json();
  expect(await written()).toContain('"text":"Evacuate the Arcade."');
  const withdrawn = await openStream(app, app.browser(), ['messages']);
  await admin.send(`DELETE /api/messages/${id}`);
  expect(await withdrawn()).toContain(`"gone":["${id}"]`);
});
