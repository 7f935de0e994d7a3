import { expect, it } from 'vitest';
import { organisedApp, seen } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';

it('a refused body writes nothing', async () => {
  const { app, admin } = await organisedApp();
  const { id } = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>();
  const before = await everyRow(app.context.db);
  for (const [call, body, field, message] of [
    ['POST /api/events', anEvent({ capacity: 1 }), 'capacity', 'Capacity must be 2 or more.'],
    [`PATCH /api/events/${id}`, { title: 'New', capacity: 1 }, 'capacity', 'Capacity must be 2 or more.'],
    [
      `PATCH /api/events/${id}/status`,
      { status: 'cancelled' },
      'status',
      'Status must be one of: upcoming, in-progress, completed.',
    ],
  ] as const) {
    expect(seen(await admin.send(call, body))).toEqual({ status: 400, body: { code: 'BAD_INPUT', message, field } });
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('the largest and smallest allowed values are accepted', async () => {
  const { admin } = await organisedApp();
  for (const said of [
    { duration: 15, capacity: 2, title: 'x', location: 'y', host: 'z', description: '' },
    { duration: 1440, capacity: 10_000, title: 'x'.repeat(120), location: 'y'.repeat(120), host: 'z'.repeat(60) },
    { description: '🎲'.repeat(2000), googleDocUrl: `http://example.org/${'x'.repeat(481)}` },
    { title: '<script>alert(1)</script>', location: 'line one\nline two', host: '🧑‍🚀 Zoë' },
  ]) {
    const answer = await admin.send('POST /api/events', anEvent(said));
    expect(seen(answer)).toMatchObject({ status: 201, body: said });
  }
});
