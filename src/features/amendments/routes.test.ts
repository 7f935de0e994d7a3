import { describe, expect, it } from 'vitest';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { MINUTE } from '#platform/durations.ts';
import {
  audited,
  correctedPlace,
  join,
  lineOf,
  markSeen,
  namesIn,
  register,
  remove,
  told,
  undo,
  undoable,
} from '#testing/amendments.ts';
import { seen, type TestApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import { drawnDesk, refusal } from '#testing/tournament.ts';
import type { Amended } from './contract.ts';

const MISSING = '01890000-0000-7000-8000-000000000000';

const seatsOf = async (app: TestApp, id: string) => {
  const events = await app.events();
  const event = events.find((one) => one.id === id);
  return [event?.currentRegistrations, event?.waiting];
};
const actions = async ({ context }: TestApp) =>
  (await context.db.selectFrom('audit_entries').select(['action', 'subject']).orderBy('id').execute())
    .filter(({ action }) => action.startsWith('place') || action.startsWith('put'))
    .map(({ action, subject }) => `${action}: ${subject}`);

describe('places corrected by organisers', () => {
  const scene = (capacity = 2) => correctedPlace(capacity);
  const isSound = async ({ context }: TestApp) => expect(await problemsIn(context.db, 'sqlite')).toEqual([]);

  it('removes a place, tells its device, and restores it as it was', async () => {
    const { app, admin, phone, eventId, place } = await scene();
    await admin.send(`PUT /api/rsvps/${place}/check-in`);
    const [before] = (await admin.send(`GET /api/events/${eventId}/rsvps`)).json<Rsvp[]>();
    const answer = await admin.send(`POST /api/rsvps/${place}/remove`);
    const amendment = {
      ...{ id: expect.any(String), kind: 'removed', placeId: place, eventId, playerName: 'Mickey Mouse' },
      ...{ became: null, undoUntil: '2025-11-14T17:01:00.000Z' },
    };
    expect(seen(answer)).toEqual({ status: 200, body: { ...amendment, promoted: null, forfeited: 0 } });
    expect([await namesIn(admin, eventId), await seatsOf(app, eventId)]).toEqual([[], [0, 0]]);
    expect(await undoable(admin, eventId)).toEqual([amendment]);
    expect(await told(phone)).toEqual(['An organiser removed Mickey Mouse from Catan Open.']);
    const undone = { playerName: 'Mickey Mouse', eventTitle: 'Catan Open', outcome: 'place' };
    expect(seen(await undo(admin, answer.json()))).toEqual({ status: 200, body: undone });
    expect((await admin.send(`GET /api/events/${eventId}/rsvps`)).json<Rsvp[]>()).toEqual([before]);
    expect([await undoable(admin, eventId), await told(phone)]).toEqual([[], []]);
    expect(await actions(app)).toEqual(['place removed: Catan Open', 'place restored: Catan Open']);
    await isSound(app);
  });

  it('follows a notice that was seen with another', async () => {
    const { admin, phone, place } = await scene();
    const removed = await remove(admin, place);
    await markSeen(phone);
    await undo(admin, removed);
    expect((await told(phone))[0]).toMatch(/^Mickey Mouse has a place in Catan Open now: /);
  });

  it('gives a freed seat to the line, and an undo the head of the line', async () => {
    const { app, admin, eventId, place } = await scene();
    await register(app.browser(), eventId, 'Bo');
    for (const name of ['Cy', 'Di', 'Ed']) await join(app.browser(), eventId, name);
    const removed = await remove(admin, place);
    expect(removed.promoted).toBe('Cy');
    expect([await namesIn(admin, eventId), await lineOf(admin, eventId)]).toEqual([
      ['Bo', 'Cy'],
      ['Di', 'Ed'],
    ]);
    expect((await undo(admin, removed)).json()).toMatchObject({ outcome: 'waiting' });
    expect([await lineOf(admin, eventId), await seatsOf(app, eventId)]).toEqual([
      ['Mickey Mouse', 'Di', 'Ed'],
      [2, 3],
    ]);
    expect((await actions(app)).at(-1)).toBe('put first on the waiting list: Catan Open');
    await isSound(app);
  });

  it('promotes somebody again who was promoted, removed and put first in the line', async () => {
    const { app, admin, eventId, place } = await scene();
    const [bo, cy] = [app.browser(), app.browser()];
    const ann = await register(app.browser(), eventId, 'Ann');
    const again = await join(bo, eventId, 'Bo');
    await join(cy, eventId, 'Cy');
    await admin.send(`DELETE /api/rsvps/${ann}`);
    const removed = await remove(admin, again);
    expect((await undo(admin, removed)).statusCode).toBe(200);
    expect(await lineOf(admin, eventId)).toEqual(['Bo']);
    expect((await admin.send(`DELETE /api/rsvps/${place}`)).statusCode).toBe(204);
    expect(await namesIn(admin, eventId)).toEqual(['Bo', 'Cy']);
    await isSound(app);
  });

  it('renames a place and renames it back', async () => {
    const { app, admin, phone, eventId, place } = await scene();
    const renamed = await admin.send(`POST /api/rsvps/${place}/rename`, { playerName: ' Michael  Maus ' });
    expect(renamed.json()).toMatchObject({ kind: 'renamed', playerName: 'Mickey Mouse', became: 'Michael Maus' });
    expect((await phone.send('GET /api/rsvps/my')).json()).toMatchObject([{ id: place, playerName: 'Michael Maus' }]);
    expect((await undo(admin, renamed.json())).json()).toMatchObject({ outcome: 'place' });
    expect(await namesIn(admin, eventId)).toEqual(['Mickey Mouse']);
    expect((await audited(admin))[0]).toMatchObject({
      ...{ action: 'name restored', subject: 'Mickey Mouse at Catan Open' },
      ...{ before: { playerName: 'Michael Maus' }, after: { playerName: 'Mickey Mouse' } },
    });
    await isSound(app);
  });

  it('refuses a name that somebody has or waits under', async () => {
    const { app, admin, eventId, place } = await scene();
    await register(app.browser(), eventId, 'Bo');
    await join(app.browser(), eventId, 'Cy');
    const before = await everyRow(app.context.db);
    const rename = async (playerName: string) =>
      seen(await admin.send(`POST /api/rsvps/${place}/rename`, { playerName }));
    const taken = (name: string) => `Someone called ${name} has a place or waits here already. Add an initial.`;
    for (const name of ['BO', 'Cy']) {
      expect(await rename(name)).toEqual(refusal(409, 'ALREADY_REGISTERED', taken(name), 'playerName'));
    }
    expect(await rename('Mickey Mouse')).toEqual(refusal(400, 'BAD_INPUT', 'This is the name already.', 'playerName'));
    expect(await everyRow(app.context.db)).toEqual(before);
    // Another spelling of the same name is no other name.
    expect(await rename('MICKEY MOUSE')).toMatchObject({ status: 200 });
  });

  it('moves a place, tells its device, and moves it back', async () => {
    const { app, admin, phone, eventId, place } = await scene();
    await admin.send(`PUT /api/rsvps/${place}/check-in`);
    const chess = await app.event({ title: 'Chess', capacity: 2 });
    const moved = await admin.send(`POST /api/rsvps/${place}/move`, { eventId: chess });
    expect(moved.json()).toMatchObject({ kind: 'moved', eventId, became: 'Chess', promoted: null });
    expect((await phone.send('GET /api/rsvps/my')).json()).toMatchObject([
      { id: place, eventId: chess, checkedIn: false, playerEmail: 'p@example.org' },
    ]);
    expect([await seatsOf(app, eventId), await seatsOf(app, chess)]).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect((await told(phone))[0]).toMatch(/^An organiser moved Mickey Mouse from Catan Open to Chess: /);
    expect((await undo(admin, moved.json())).json()).toMatchObject({ outcome: 'place' });
    expect((await phone.send('GET /api/rsvps/my')).json()).toMatchObject([{ id: place, eventId, checkedIn: true }]);
    expect(await told(phone)).toEqual([]);
    expect((await audited(admin))[0]).toMatchObject({
      action: 'place moved back',
      before: { playerName: 'Mickey Mouse', event: 'Chess', checkedIn: false },
      after: { playerName: 'Mickey Mouse', event: 'Catan Open', checkedIn: true },
    });
    await isSound(app);
  });

  it('tells a device whose move was undone into the line that the place is gone', async () => {
    const { app, admin, phone, eventId, place } = await scene();
    const chess = await app.event({ title: 'Chess' });
    const moved = await admin.send(`POST /api/rsvps/${place}/move`, { eventId: chess });
    for (const name of ['Bo', 'Cy']) await register(app.browser(), eventId, name);
    expect((await undo(admin, moved.json())).json()).toMatchObject({ outcome: 'waiting' });
    expect(await told(phone)).toEqual(['An organiser removed Mickey Mouse from Catan Open.']);
    expect([await seatsOf(app, chess), await lineOf(admin, eventId)]).toEqual([[0, 0], ['Mickey Mouse']]);
    await isSound(app);
  });

  it('moves nobody into an event that is full, over, the same, or has the name', async () => {
    const { app, admin, eventId, place } = await scene();
    const [full, named, over] = [await app.event({ capacity: 2 }), await app.event(), await app.event()];
    for (const name of ['Bo', 'Cy']) await register(app.browser(), full, name);
    await register(app.browser(), named, 'mickey mouse');
    for (const status of ['in-progress', 'completed']) await admin.send(`PATCH /api/events/${over}/status`, { status });
    const before = await everyRow(app.context.db);
    const move = async (to: string) => seen(await admin.send(`POST /api/rsvps/${place}/move`, { eventId: to }));
    expect(await move(full)).toEqual(refusal(409, 'EVENT_FULL', 'This event is full.'));
    expect(await move(over)).toEqual(refusal(409, 'EVENT_OVER', 'This event is over.'));
    expect(await move(eventId)).toEqual(refusal(400, 'BAD_INPUT', 'They are in this event already.', 'eventId'));
    expect(await move(MISSING)).toMatchObject({ status: 404 });
    expect((await move(named)).body).toMatchObject({ code: 'ALREADY_REGISTERED' });
    expect(await everyRow(app.context.db)).toEqual(before);
  });

  it('undoes only once, only the latest, and only for a minute', async () => {
    const { app, admin, eventId, place } = await scene();
    const late = refusal(404, 'NOT_FOUND', 'This can’t be undone any more.');
    const renamed = (await admin.send(`POST /api/rsvps/${place}/rename`, { playerName: 'Maus' })).json<Amended>();
    const removed = await remove(admin, place);
    expect(seen(await undo(admin, renamed))).toEqual(late);
    expect((await undo(admin, removed)).statusCode).toBe(200);
    expect(seen(await undo(admin, removed))).toEqual(late);
    const again = await remove(admin, place);
    app.clock.pass(MINUTE);
    expect([seen(await undo(admin, again)), await undoable(admin, eventId)]).toEqual([late, []]);
  });

  it('undoes nothing while somebody else has the name or after the visitor is forgotten', async () => {
    const { app, admin, phone, eventId, place } = await scene(5);
    const removed = await remove(admin, place);
    const other = await register(app.browser(), eventId, 'mickey mouse');
    expect((await undo(admin, removed)).json()).toMatchObject({ code: 'ALREADY_REGISTERED' });
    await remove(admin, other);
    await phone.send('DELETE /api/visitor');
    expect((await undo(admin, removed)).statusCode).toBe(404);
    expect(await namesIn(admin, eventId)).toEqual([]);
    await isSound(app);
  });
});

describe('players of a drawn bracket', () => {
  const scene = async (said = {}) => {
    const desk = await drawnDesk(4, said);
    const [first = ''] = desk.rsvpIds;
    const playing = async (place: string) => {
      const match = await desk.findMatch(place);
      return [match?.player1?.name, match?.player2?.name, match?.status, match?.reason, match?.winner];
    };
    return { ...desk, first, playing };
  };

  it('are renamed in the bracket too', async () => {
    const { admin, first, playing } = await scene();
    await admin.send(`POST /api/rsvps/${first}/rename`, { playerName: 'Priya Anand' });
    expect(await playing('W1-1')).toEqual(['Priya Anand', 'Tomás', 'ready', null, null]);
  });

  it('keep their new name when their place is removed, whatever their account is called', async () => {
    const { app, admin, first, playing, draw } = await scene();
    await app.browser().send('POST /api/users', { name: 'Priya' });
    await draw();
    const renamed = await admin.send(`POST /api/rsvps/${first}/rename`, { playerName: 'Priya Anand' });
    expect((await playing('W1-1')).slice(0, 2)).toEqual(['Priya Anand', 'Tomás']);
    await undo(admin, renamed.json());
    expect((await playing('W1-1')).slice(0, 2)).toEqual(['Priya', 'Tomás']);
    await admin.send(`POST /api/rsvps/${first}/rename`, { playerName: 'Priya Anand' });
    await remove(admin, first, { forfeit: true });
    expect((await playing('W1-1')).slice(0, 2)).toEqual(['Priya Anand', 'Tomás']);
    expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  });

  it('are removed only with their matches, and get both back', async () => {
    const { admin, first, id, playing } = await scene({ tournamentType: 'double-elimination' });
    const plain = seen(await admin.send(`POST /api/rsvps/${first}/remove`));
    const question = 'Priya plays in the bracket. Remove them and forfeit their matches?';
    expect(plain).toEqual(refusal(409, 'BRACKET_DRAWN', question));
    const removed = await remove(admin, first, { forfeit: true });
    expect([removed.forfeited, await playing('W1-1')]).toEqual([1, ['Priya', 'Tomás', 'done', 'forfeit', 2]]);
    expect(await namesIn(admin, id)).toHaveLength(3);
    expect((await undo(admin, removed)).json()).toMatchObject({ outcome: 'place' });
    expect(await playing('W1-1')).toEqual(['Priya', 'Tomás', 'ready', null, null]);
    expect(await namesIn(admin, id)).toHaveLength(4);
    expect((await audited(admin)).slice(0, 2)).toMatchObject([
      { action: 'place restored', before: null, after: { cleared: ['Winners semifinal, match 1'] } },
      {
        action: 'place removed',
        before: { event: 'Catan Open' },
        after: { forfeited: ['Winners semifinal, match 1'] },
      },
    ]);
  });

  it('keep a forfeit of the other player when their removal is undone', async () => {
    const { admin, first, playing, clear, forfeit } = await scene();
    const removed = await remove(admin, first, { forfeit: true });
    await clear('W1-1');
    await forfeit('W1-1', { player: 2 });
    expect((await undo(admin, removed)).json()).toMatchObject({ outcome: 'place' });
    expect(await playing('W1-1')).toEqual(['Priya', 'Tomás', 'done', 'forfeit', 1]);
  });

  it('forfeit the losers match that is ready as well', async () => {
    const { admin, first, score, playing } = await scene({ tournamentType: 'double-elimination' });
    await score('W1-2', 3, 1);
    expect((await remove(admin, first, { forfeit: true })).forfeited).toBe(2);
    expect(await playing('L1-1')).toEqual(['Priya', 'Lena', 'done', 'forfeit', 2]);
  });

  it('do not return once a later match is decided', async () => {
    const { admin, first, score, playing, unchanged } = await scene();
    const removed = await remove(admin, first, { forfeit: true });
    await score('W1-2', 3, 1);
    await score('W2-1', 3, 1);
    const answer = await unchanged(async () => seen(await undo(admin, removed)));
    const sentence = 'A later match is already decided. Clear the forfeit in Event Control instead.';
    expect(answer).toEqual(refusal(409, 'RESULT_USED', sentence));
    expect(await playing('W1-1')).toEqual(['Priya', 'Tomás', 'done', 'forfeit', 2]);
  });

  it('are not moved', async () => {
    const { app, admin, first } = await scene();
    const answer = await admin.send(`POST /api/rsvps/${first}/move`, { eventId: await app.event() });
    expect(answer.json()).toMatchObject({ code: 'BRACKET_DRAWN' });
  });
});
