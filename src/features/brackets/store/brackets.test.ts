import { describe, expect, it } from 'vitest';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { addEvent, findEvent } from '#features/events/store.ts';
import { addUser } from '#features/people/users/store/users.ts';
import { testClock, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { addPlayer, aTournament } from '#testing/tournament.ts';
import * as store from './brackets.ts';

const NOW = '2025-11-14T17:00:00.000Z';

const aDraw = (eventId: string, said: Partial<store.NewDraw> = {}): store.NewDraw => ({
  eventId,
  drawId: 'draw',
  entrants: [
    { id: 'a', userId: 'u', name: 'Ægir “the oar”' },
    { id: 'b', userId: null, name: 'Bo' },
  ],
  options: { tournamentType: 'single-elimination', thirdPlace: false },
  drawnAt: NOW,
  drawnBy: { sessionId: 'session', name: 'Mira' },
  ...said,
});

const aLine = (eventId: string, sequence: number, said: Partial<store.NewLine> = {}): store.NewLine => ({
  eventId,
  drawId: 'draw',
  sequence,
  entry: { kind: 'score', match: 'W1-1', scores: [2, sequence + 3] },
  enteredAt: NOW,
  enteredBy: { sessionId: 'session', name: 'Sam' },
  ...said,
});

const rowsOf = async (db: Db) => ({
  brackets: await db.selectFrom('brackets').select('draw_id').execute(),
  lines: await db.selectFrom('bracket_results').select(['event_id', 'sequence']).execute(),
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('what brackets store returns a draw and its results as written, in order, for one event only', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['e', 'other']) await addEvent(db, id, anEvent());
    expect(await store.findStoredBracket(db, 'e')).toBeNull();
    await store.replaceBracket(db, aDraw('e'));
    await store.replaceBracket(db, aDraw('other', { drawId: 'other draw' }));
    await store.addLine(db, aLine('e', 1, { entry: { kind: 'undo' }, enteredBy: null }));
    await store.addLine(db, aLine('e', 0));
    await store.addLine(db, aLine('other', 0, { drawId: 'other draw' }));
    expect(await store.findStoredBracket(db, 'e')).toEqual({
      ...aDraw('e'),
      drawnRevision: 1,
      lines: [
        {
          entry: { kind: 'score', match: 'W1-1', scores: [2, 3] },
          enteredAt: NOW,
          enteredBy: { sessionId: 'session', name: 'Sam' },
        },
        { entry: { kind: 'undo' }, enteredAt: NOW, enteredBy: null },
      ],
    });
    expect((await findEvent(db, 'e'))?.bracketDrawn).toBe(true);
  });

  it('what brackets store deletes the results on a new draw, and never mixes those of two draws', async () => {
    const { db } = await freshDatabase(dialect);
    await addEvent(db, 'e', anEvent());
    await store.replaceBracket(db, aDraw('e'));
    await store.addLine(db, aLine('e', 0));
    await store.replaceBracket(db, aDraw('e', { drawId: 'again' }));
    expect(await rowsOf(db)).toEqual({ brackets: [{ draw_id: 'again' }], lines: [] });
    await store.addLine(db, aLine('e', 0, { drawId: 'draw' }));
    expect(await store.findStoredBracket(db, 'e')).toMatchObject({ drawId: 'again', lines: [] });
  });

  it('what brackets store continues the revisions of the previous bracket when it is drawn again', async () => {
    const { db } = await freshDatabase(dialect);
    await addEvent(db, 'e', anEvent());
    const revisions: (number | undefined)[] = [];
    const steps = [
      () => store.replaceBracket(db, aDraw('e')),
      () => store.addLine(db, aLine('e', 0)),
      () => store.replaceBracket(db, aDraw('e', { drawId: 'again' })),
      () => store.addLine(db, aLine('e', 0, { drawId: 'again' })),
    ];
    for (const step of steps) {
      await step();
      const drawn = await store.findStoredBracket(db, 'e');
      revisions.push(drawn?.drawnRevision, drawn?.lines.length);
    }
    expect(revisions).toEqual([1, 0, 1, 1, 3, 0, 3, 1]);
  });

  it('what brackets store: the tables refuse a duplicate index, a second bracket, and results without one', async () => {
    const { db } = await freshDatabase(dialect);
    await addEvent(db, 'e', anEvent());
    await expect(store.addLine(db, aLine('e', 0))).rejects.toThrow(/foreign key/i);
    await expect(store.replaceBracket(db, aDraw('gone'))).rejects.toThrow(/foreign key/i);
    await store.replaceBracket(db, aDraw('e'));
    await store.addLine(db, aLine('e', 0));
    expect(brokeUnique(await store.addLine(db, aLine('e', 0)).catch((error: unknown) => error))).toBe(true);
    const { entrants, options } = { entrants: '[]', options: '{}' };
    const second = { event_id: 'e', draw_id: 'x', entrants, options, drawn_at: NOW, drawn_by: null };
    const insert = db.insertInto('brackets').values(second).execute();
    expect(brokeUnique(await insert.catch((error: unknown) => error))).toBe(true);
  });

  it('what brackets store lists as candidates those with a place in this event, with the score of the user of the same name', async () => {
    const clock = testClock();
    const context = await testContext(await freshDatabase(dialect), clock);
    const { db } = context;
    const { id } = await aTournament(context, 0);
    const other = await aTournament(context, 0);
    await addPlayer(context, other.id, 'Elsewhere');
    await addPlayer(context, id, 'Absent', false);
    const late = await addPlayer(context, id, 'ÉLODIE');
    clock.pass(-30_000);
    const early = await addPlayer(context, id, 'Kit');
    await addUser(db, { id: 'u', name: 'Élodie', nameKey: 'élodie', visitorId: null, now: NOW });
    await db.updateTable('users').set({ shown_score: 70 }).where('id', '=', 'u').execute();
    expect(await store.listCandidates(db, id)).toEqual([
      {
        ...{ id: early, userId: null, name: 'Kit', score: 0, checkedIn: true, visitorId: null },
        registeredAt: expect.stringMatching(/^2025-11-14T15:59/),
      },
      expect.objectContaining({ name: 'Absent', checkedIn: false }),
      {
        id: late,
        visitorId: null,
        userId: 'u',
        name: 'ÉLODIE',
        score: 70,
        checkedIn: true,
        registeredAt: expect.stringMatching(/^2025-11-14T16:00/),
      },
    ]);
    const entrants = [{ id: late, userId: 'u', name: 'ÉLODIE' }];
    expect(await store.readNames(db, { eventId: id, entrants })).toEqual({
      byRsvp: new Map([
        [early, 'Kit'],
        [late, 'ÉLODIE'],
        [expect.any(String), 'Absent'],
      ]),
      byUser: new Map([['u', 'Élodie']]),
      visitors: new Map([
        [early, null],
        [late, null],
        [expect.any(String), null],
        ['u', null],
      ]),
      fixedTables: new Map(),
    });
  });
});
