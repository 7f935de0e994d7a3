import { expect, it } from 'vitest';
import { type Browser, seen, sharedApp, testApp } from '#testing/app.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';

const shared = sharedApp();

const mine = (browser: Browser) => browser.send('GET /api/names/my').then(seen);

it('the names of a device are those of its accounts and places, the last used first, and of no other device', async () => {
  const app = await testApp();
  const organiser = await app.admin();
  const { id } = (await organiser.send('POST /api/events', anEvent())).json<{ id: string }>();
  const [phone, other] = [app.browser(), app.browser()];
  const writes = [
    () => phone.send('POST /api/users', { name: 'Rosa' }),
    () => phone.send('POST /api/rsvps', aRegistration(id, { playerName: 'Theo' })),
    () => phone.send('POST /api/rsvps', aRegistration(id, { playerName: 'ROSA' })),
    () => other.send('POST /api/rsvps', aRegistration(id, { playerName: 'Sam' })),
  ];
  for (const write of writes) {
    expect((await write()).statusCode).toBe(201);
    app.clock.pass(1000);
  }
  const names = [
    { name: 'ROSA', account: true },
    { name: 'Theo', account: false },
  ];
  expect(await mine(phone)).toEqual({ status: 200, body: names });
  expect(await mine(other)).toEqual({ status: 200, body: [{ name: 'Sam', account: false }] });
  expect(await mine(app.browser())).toEqual({ status: 200, body: [] });
});

it('the names of a device say of a name that an account of another phone has it', async () => {
  const app = shared();
  const [phone, event] = [app.browser(), await app.event()];
  await app.browser().send('POST /api/users', { name: 'Rosa Quint' });
  await phone.send('POST /api/rsvps', { ...aRegistration(event, { playerName: 'rosa-quint' }), isFriend: true });
  expect((await mine(phone)).body).toEqual([{ name: 'rosa-quint', account: true }]);
});

it('the names of a device follow an organiser’s renaming, and leave out a cancelled place and a forgotten device', async () => {
  const app = shared();
  const [phone, organiser] = [app.browser(), await app.admin()];
  const account = (await phone.send('POST /api/users', { name: 'Rosa' })).json<{ id: string }>();
  const event = await app.event();
  const place = (await phone.send('POST /api/rsvps', aRegistration(event, { playerName: 'Theo' }))).json<{
    id: string;
  }>();
  await organiser.send(`PATCH /api/users/${account.id}`, { name: 'Rosa L' });
  await phone.send(`DELETE /api/rsvps/${place.id}`);
  expect(await mine(phone)).toEqual({ status: 200, body: [{ name: 'Rosa L', account: true }] });
  const copy = app.browser();
  for (const [name, value] of phone.cookies) copy.cookies.set(name, value);
  await phone.send('DELETE /api/visitor');
  expect(await mine(copy)).toEqual({ status: 200, body: [] });
});
