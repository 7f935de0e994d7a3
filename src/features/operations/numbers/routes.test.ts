import { describe, expect, it } from 'vitest';
import { finishCompletions } from '#features/events/edits/commands/status.ts';
import { MINUTE } from '#platform/durations.ts';
import { testApp } from '#testing/app.ts';
import { jobContext } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import type { Numbers } from './contract.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('numbers count places, shows, no-shows and those who waited in vain, and name no visitor', async () => {
    const app = await testApp(dialect);
    const [admin, phone] = [await app.admin(), app.browser()];
    const startTime = app.clock.now().toISOString();
    const id = await app.event({ title: 'Catan', capacity: 2, startTime, duration: 60, location: 'Ballroom A' });
    await app.event({ title: 'Later', startTime: '2025-11-15T17:30:00.000Z', location: 'Ballroom A' });
    await app.event({ title: 'Draft', draft: true });
    const send = (call: string, playerName: string) => phone.send(call, { eventId: id, playerName });
    const { id: place } = (await send('POST /api/rsvps', 'Zaphod')).json<{ id: string }>();
    await send('POST /api/rsvps', 'Trillian');
    await send('POST /api/waiting', 'Marvin');
    await admin.send(`PUT /api/rsvps/${place}/check-in`);
    const { id: user } = (await phone.send('POST /api/users', { name: 'Zaphod' })).json<{ id: string }>();
    await admin.send('PUT /api/admin/session', { name: 'Priya' });
    await admin.send(`POST /api/users/${user}/points`, { points: 7, reason: 'Won' });
    const read = async () => (await admin.send('GET /api/admin/numbers')).json<Numbers>();
    const during = { name: 'Catan', places: 2, shows: 1, noShows: 0, waiting: 0 };
    expect((await read()).events[0]).toMatchObject(during);
    app.clock.pass(60 * MINUTE);
    const after = { ...during, noShows: 1, waiting: 1 };
    const numbers = await read();
    expect(numbers.events.map(({ name }) => name)).toEqual(['Catan', 'Later']);
    expect(numbers.events[0]).toMatchObject(after);
    expect(numbers.rooms).toEqual([{ ...after, name: 'Ballroom A' }]);
    expect(numbers.hours.map(({ name, places }) => [name, places])).toEqual([['12:00', 2]]);
    expect(numbers.people).toEqual({ names: 2, accounts: 1, phones: 1 });
    expect(numbers.points).toEqual([{ by: 'Priya', entries: 1, points: 7 }]);
    // The line ends with the completion, and its people stay counted.
    for (const status of ['in-progress', 'completed']) await admin.send(`PATCH /api/events/${id}/status`, { status });
    expect((await read()).events[0]).toMatchObject(after);
    app.clock.pass(2 * MINUTE);
    await finishCompletions(jobContext(app.context));
    expect((await read()).events[0]).toMatchObject(after);
    const csv = (await admin.send('GET /api/admin/exports/numbers.csv')).body;
    expect(csv).toContain('Event,Catan,2,1,1,1');
    for (const text of [csv, JSON.stringify(numbers)]) expect(text).not.toMatch(/Zaphod|Trillian|Marvin/);
  });
});
