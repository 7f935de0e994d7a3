import { describe, expect, it } from 'vitest';
import { type Browser, seen, sharedApp } from '#testing/app.ts';
import { jobContext } from '#testing/context.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aHelper, checkInToken } from '#testing/staff.ts';
import type { Rsvp } from '../contract.ts';
import { releaseDue } from './commands.ts';
import type { NoShows } from './contract.ts';

const MINUTE = 60_000;

describe.each(DIALECTS)('%s', (dialect) => {
  const app = sharedApp(dialect);

  const register = async (eventId: string, playerName: string) => {
    const phone = app().browser();
    const { id } = (await phone.send('POST /api/rsvps', { eventId, playerName })).json<Rsvp>();
    return {
      ...{ phone, id },
      coming: async () => seen(await phone.send(`PUT /api/rsvps/${id}/coming`)),
      mine: async () => (await phone.send('GET /api/rsvps/my')).json<Rsvp[]>(),
      notices: async () =>
        (await phone.send('GET /api/notices/my'))
          .json<{ is: { says?: string }; playerName: string }[]>()
          .map(({ is, playerName: who }) => `${is.says} ${who}`),
    };
  };

  /** A full event of three, begun a moment ago, with Rosa checked in and somebody in line. */
  async function begun(said: object = { releaseAfter: 10 }) {
    const eventId = await app().event({
      ...{ capacity: 3, startTime: app().clock.now().toISOString(), duration: 120 },
      ...said,
    });
    const admin = await app().admin();
    const [rosa, mo, kit] = [
      await register(eventId, 'Rosa'),
      await register(eventId, 'Mo'),
      await register(eventId, 'Kit'),
    ];
    const waiting = app().browser();
    await waiting.send('POST /api/waiting', { eventId, playerName: 'Wanda' });
    const checkIn = async (id: string, by: Browser = admin) => seen(await by.send(`PUT /api/rsvps/${id}/check-in`));
    return {
      ...{ eventId, admin, rosa, mo, kit, waiting, checkIn },
      noShows: async (by: Browser = admin) => (await by.send(`GET /api/events/${eventId}/no-shows`)).json<NoShows>(),
      release: async (...rsvpIds: string[]) =>
        seen(await admin.send(`POST /api/events/${eventId}/release`, { rsvpIds })),
      event: async () => (await app().events()).find(({ id }) => id === eventId),
    };
  }
  const work = () => releaseDue(jobContext(app().context));
  const pass = (minutes: number) => app().clock.pass(minutes * MINUTE);
  const names = (people: readonly { playerName: string }[]) => people.map(({ playerName }) => playerName);

  it('asks who is not there, and gives their places to the line when nobody comes, once', async () => {
    const { rosa, mo, kit, waiting, checkIn, noShows, event } = await begun();
    await checkIn(rosa.id);
    expect(await work()).toBe(0);
    expect([await rosa.notices(), await mo.notices(), await kit.notices()]).toEqual([
      [],
      ['coming Mo'],
      ['coming Kit'],
    ]);
    expect(await kit.coming()).toMatchObject({ status: 200, body: { coming: true } });
    pass(10);
    expect(await work()).toBe(1);
    expect(await work()).toBe(0);
    expect(await mo.mine()).toEqual([]);
    expect(await mo.notices()).toEqual(['released Mo', 'coming Mo']);
    expect(names((await waiting.send('GET /api/rsvps/my')).json<Rsvp[]>())).toEqual(['Wanda']);
    expect(await event()).toMatchObject({ currentRegistrations: 3, waiting: 0 });
    expect(await noShows()).toMatchObject({ missing: [], released: [{ playerName: 'Mo' }] });
    // Who came from the line was asked then, and Kit said that they come: both have time.
    pass(9.9);
    expect(await work()).toBe(0);
    pass(5.2);
    expect(await work()).toBe(2);
    expect(await event()).toMatchObject({ currentRegistrations: 1 });
  });

  it('gives nothing away where check-in did not begin, where nobody is asked, or in a drawn tournament', async () => {
    const quiet = await begun();
    const manual = await begun({});
    await manual.checkIn(manual.rosa.id);
    const drawn = await begun({ releaseAfter: 5, tournamentType: 'single-elimination' });
    for (const { id } of [drawn.rosa, drawn.mo]) await drawn.checkIn(id);
    await drawn.admin.send(`POST /api/events/${drawn.eventId}/generate-bracket`, { randomSeed: false });
    await work();
    pass(30);
    expect(await work()).toBe(0);
    expect((await quiet.event())?.currentRegistrations).toBe(3);
    expect(await drawn.release(drawn.kit.id)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    expect(names((await manual.noShows()).missing).toSorted()).toEqual(['Kit', 'Mo']);
    expect(await manual.kit.coming()).toMatchObject({ status: 409, body: { code: 'SWITCHED_OFF' } });
  });

  it('staff give places of those away who are missing then; others keep theirs', async () => {
    const { rosa, mo, kit, checkIn, release, noShows, eventId } = await begun({});
    await checkIn(rosa.id);
    await checkIn(kit.id);
    expect(await release(mo.id, kit.id, rosa.id)).toEqual({ status: 200, body: { released: 1 } });
    expect(await release(mo.id)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    const door = await aHelper(app(), { role: 'door', eventId });
    expect(names((await noShows(door)).released)).toEqual(['Mo']);
    // Wanda has the seat by now.
    expect(await checkIn(mo.id, door)).toMatchObject({ status: 409, body: { code: 'EVENT_FULL' } });
    const elsewhere = await aHelper(app(), { role: 'door', eventId: await app().event() });
    expect(await checkIn(mo.id, elsewhere)).toMatchObject({ status: 403, body: { code: 'NOT_YOUR_JOB' } });
  });

  it('who comes late takes a free place again, at the door or by the code, and is refused while there is none', async () => {
    const { rosa, mo, kit, checkIn, release, event, eventId, admin, noShows } = await begun({});
    await checkIn(rosa.id);
    await release(mo.id, kit.id);
    // Wanda has one of the two seats, the other is free.
    expect(await checkIn(mo.id)).toMatchObject({ status: 200, body: { playerName: 'Mo', checkedIn: true } });
    expect(names(await mo.mine())).toEqual(['Mo']);
    const full = 'The place of Kit was given to the line, and no place is free now.';
    expect(await checkIn(kit.id)).toEqual({ status: 409, body: { code: 'EVENT_FULL', message: full } });
    const token = checkInToken(app().context, eventId);
    const byCode = async () => seen(await kit.phone.send('POST /api/check-in', { token, playerName: 'kit' }));
    expect(await byCode()).toEqual({ status: 409, body: { code: 'EVENT_FULL', message: full } });
    await admin.send(`PATCH /api/events/${eventId}`, { capacity: 4 });
    expect(await byCode()).toMatchObject({ status: 200 });
    expect(await event()).toMatchObject({ currentRegistrations: 4 });
    for (const { phone, id } of [mo, kit]) await phone.send(`DELETE /api/rsvps/${id}`);
    expect((await noShows()).released).toEqual([]);
  });

  it('asks again for a later start, and a moved place in its new event', async () => {
    const { rosa, kit, checkIn, eventId, admin } = await begun({ releaseAfter: 5 });
    await checkIn(rosa.id);
    await work();
    await kit.coming();
    const startTime = new Date(app().clock.now().getTime() + 3 * 60 * MINUTE).toISOString();
    await admin.send(`PATCH /api/events/${eventId}`, { startTime });
    pass(3 * 60 - 5);
    await work();
    expect((await kit.notices()).filter((words) => words === 'coming Kit')).toHaveLength(2);
    // What was said for the former start keeps nothing longer.
    pass(10.1);
    await work();
    expect(await kit.mine()).toEqual([]);
    const other = await begun({ releaseAfter: 5, capacity: 4 });
    await other.checkIn(other.rosa.id);
    await work();
    pass(4);
    const to = await app().event({ capacity: 9, releaseAfter: 5, startTime: app().clock.now().toISOString() });
    await other.checkIn((await register(to, 'Zoe')).id);
    expect(seen(await admin.send(`POST /api/rsvps/${other.mo.id}/move`, { eventId: to }))).toMatchObject({
      status: 200,
    });
    await work();
    pass(2);
    await work();
    expect(names(await other.mo.mine())).toEqual(['Mo']);
    expect((await other.mo.notices()).filter((words) => words === 'coming Mo')).toHaveLength(2);
  });

  it('who waits again gets a place from the line alone, and who has one again is not listed any more', async () => {
    const { mo, kit, rosa, checkIn, release, noShows, eventId } = await begun({});
    await checkIn(rosa.id);
    await release(mo.id, kit.id);
    await mo.phone.send('POST /api/rsvps', { eventId, playerName: 'Mo' });
    await kit.phone.send('POST /api/waiting', { eventId, playerName: 'Kit' });
    expect((await noShows()).released).toEqual([]);
    expect(await checkIn(kit.id)).toMatchObject({ status: 409, body: { code: 'ALREADY_REGISTERED' } });
    expect(await problemsIn(app().context.db, dialect)).toEqual([]);
  });

  it('a tap that is sent again takes no place again, and an event that is over gives none by its code', async () => {
    const { mo, rosa, checkIn, release, event, eventId, admin } = await begun({ capacity: 5 });
    await checkIn(rosa.id);
    const tap = { tapId: '0b0f7a0e-6f6e-4c0e-9a51-0d7d8a4b9c11', madeAt: app().clock.now().toISOString() };
    await admin.send(`PUT /api/rsvps/${mo.id}/check-in`, tap);
    await admin.send(`DELETE /api/rsvps/${mo.id}/check-in`);
    await release(mo.id);
    const before = (await event())?.currentRegistrations;
    expect(seen(await admin.send(`PUT /api/rsvps/${mo.id}/check-in`, tap))).toMatchObject({ status: 404 });
    expect(await mo.mine()).toEqual([]);
    await admin.send(`PATCH /api/events/${eventId}/status`, { status: 'in-progress' });
    await admin.send(`PATCH /api/events/${eventId}/status`, { status: 'completed' });
    const token = checkInToken(app().context, eventId);
    expect(seen(await mo.phone.send('POST /api/check-in', { token, playerName: 'Mo' })).status).toBeGreaterThan(399);
    expect((await event())?.currentRegistrations).toBe(before);
  });

  it('a seat that is held for a group is not free for who comes late, and no email of a released place is kept', async () => {
    const { rosa, kit, checkIn, release, eventId } = await begun({ capacity: 4 });
    const lou = app().browser();
    const sent = { eventId, playerName: 'Lou', playerEmail: 'lou@mail.example' };
    const { id } = (await lou.send('POST /api/rsvps', sent)).json<Rsvp>();
    await checkIn(rosa.id);
    await release(id);
    expect(JSON.stringify(await everyRow(app().context.db))).not.toContain('lou@mail.example');
    await register(eventId, 'Zoe');
    await app()
      .browser()
      .send('POST /api/waiting', { eventId, playerNames: ['Nia', 'Ada'] });
    await kit.phone.send(`DELETE /api/rsvps/${kit.id}`);
    expect(await checkIn(id)).toMatchObject({ status: 409, body: { code: 'EVENT_FULL' } });
    expect(await problemsIn(app().context.db, dialect)).toEqual([]);
  });

  it('refuses to keep a place for another phone, or one that is gone', async () => {
    const { mo, kit } = await begun();
    expect(seen(await kit.phone.send(`PUT /api/rsvps/${mo.id}/coming`))).toMatchObject({ status: 403 });
    await mo.phone.send(`DELETE /api/rsvps/${mo.id}`);
    expect(await mo.coming()).toMatchObject({ status: 404 });
  });

  it('forgets a released place with its visitor', async () => {
    const { rosa, mo, checkIn, release, noShows } = await begun({});
    await checkIn(rosa.id);
    await release(mo.id);
    await mo.phone.send('DELETE /api/visitor');
    expect((await noShows()).released).toEqual([]);
  });
});
