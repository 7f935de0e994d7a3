import { describe, expect, it } from 'vitest';
import { createEvent } from '#features/events/commands.ts';
import { PASSWORD, seen, testApp } from '#testing/app.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { NOBODY } from '#testing/world.ts';

describe('the log', () => {
  it('holds one line an answer, without what is private', async () => {
    const app = await testApp();
    const admin = await app.admin();
    const { id } = await createEvent(app.world, NOBODY, anEvent());
    const alex = app.browser();
    const secrets = { password: 'guess-in-the-log', playerEmail: 'private@example.org', token: 'token-in-the-query' };
    await alex.send('POST /api/admin/verify', { password: secrets.password });
    await alex.send('POST /api/rsvps?next=%2Fcheck-in', aRegistration(id, { playerEmail: secrets.playerEmail }));
    await alex.send('POST /api/rsvps', `{"playerEmail": "${secrets.playerEmail}", broken`, {
      'content-type': 'application/json',
      authorization: 'Bearer header-in-the-log',
    });
    await alex.send(`GET /api/events?token=${secrets.token}`);
    await alex.send(`GET /check-in?token=${secrets.token}`);
    await alex.send(`GET /api/%zz?token=${secrets.token}`);
    await admin.send(`DELETE /api/events/${id}`);
    const lines = app.log.map((line) => JSON.parse(line));
    const answered = lines.filter(({ msg }) => msg === 'answered');
    expect(answered.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', '/api/admin/verify', 200],
      ['POST', '/api/admin/verify', 200],
      ['POST', '/api/rsvps', 201],
      ['POST', '/api/rsvps', 400],
      ['GET', '/api/events', 200],
      ['GET', '/check-in', 404],
      ['DELETE', `/api/events/${id}`, 204],
    ]);
    const cookies = [...alex.cookies.values(), ...admin.cookies.values()];
    expect(cookies).toHaveLength(3);
    for (const secret of [PASSWORD, ...Object.values(secrets), ...cookies, 'header-in-the-log', 'next=']) {
      expect(app.log.join('')).not.toContain(secret);
    }
  });

  it('tells what broke, and the answer does not', async () => {
    const app = await testApp();
    await app.world.db.schema.alterTable('users').renameTo('people').execute();
    const answer = await app.browser().send('POST /api/users', { name: 'Alex' });
    expect(seen(answer)).toEqual({
      status: 500,
      body: { code: 'BROKEN', message: 'Something went wrong on our side. Please try again.' },
    });
    expect(app.log.join('')).toContain('no such table: users');
  });
});
