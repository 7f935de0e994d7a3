/**
 * Several doors that were without network send what they tapped at the same moment. Whatever arrives first, every place ends as if
 * one door had made all taps in their order.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { lockEvents } from '#features/events/store.ts';
import { addRsvp } from '#features/rsvps/store.ts';
import { MINUTE } from '#platform/durations.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { anEvent } from '#testing/factories.ts';
import { callHandler } from '#testing/handlers.ts';
import { CONSTELLATIONS, meeting, rivalsOn, unguarded, untilBlocked } from '#testing/races.ts';
import type { StaffRsvp } from '../contract.ts';
import { checkInByStaff } from '../contract.ts';
import { checkInRoutes } from '../routes.ts';
import { checkedInSince, type Tap } from '../rules/taps.ts';
import { addTaps, findPlace, listTaps, setCheckedIn } from '../store.ts';

const NOW = Date.parse('2025-11-14T17:00:00.000Z');
/** A door's taps on one place: whether each checks in, and how many minutes ago it was made. */
type Door = readonly (readonly [checksIn: boolean, minutes: number])[];

const agoIso = (minutes: number): string => new Date(NOW - minutes * MINUTE).toISOString();

/** What one door would have got: the judge of every race, which knows nothing of the rule. */
function expected(doors: readonly Door[]): string | null {
  let since: string | null = null;
  for (const [checksIn, minutes] of doors.flat().toSorted(([, one], [, other]) => other - one)) {
    since = checksIn ? (since ?? agoIso(minutes)) : null;
  }
  return since;
}

const RACES: readonly (readonly [string, readonly [Door, Door]])[] = [
  ['both check in', [[[true, 10]], [[true, 20]]]],
  ['one undoes what the other checked in before', [[[true, 20]], [[false, 10]]]],
  ['one undoes before the other checks in', [[[false, 20]], [[true, 10]]]],
  ['one corrects a wrong tap, and the person comes to the other', [[...wrong(20, 15)], [[true, 10]]]],
  ['one corrects a wrong tap after the other saw the person', [[...wrong(20, 5)], [[true, 10]]]],
  [
    'both go back and forth',
    [
      [...wrong(50, 30), [true, 10]],
      [...wrong(45, 25), [true, 20]],
    ],
  ],
];

function wrong(tapped: number, undone: number): Door {
  return [
    [true, tapped],
    [false, undone],
  ];
}

describe.each(CONSTELLATIONS)('two doors send what they tapped without network, on %s', (_, dialect, instances) => {
  it('end as if one door had made all taps in their order, whichever is first', async () => {
    const { at, organisers } = await rivalsOn(dialect, instances);
    const app = at(0);
    const eventId = await app.event();
    for (const [race, doors] of RACES) {
      for (const order of ['first', 'last', 'at once'] as const) {
        const playerName = `${race} ${order}`;
        const { id } = await aPlace(app.context.db, eventId, playerName);
        const send = async (door: 0 | 1) => {
          for (const [checksIn, minutes] of doors[door]) {
            const madeAt = new Date(app.context.now().getTime() - minutes * MINUTE).toISOString();
            const body = { tapId: randomUUID(), eventId, madeAt };
            const call = `${checksIn ? 'PUT' : 'DELETE'} /api/rsvps/${id}/check-in`;
            // Each is sent twice, because the first answer may have been lost.
            const answers = await Promise.all([organisers[door].send(call, body), organisers[door].send(call, body)]);
            expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
          }
        };
        if (order === 'first') await send(0).then(() => send(1));
        else if (order === 'last') await send(1).then(() => send(0));
        else await Promise.all([send(0), send(1)]);
        const place = (await findPlace(app.context.db, id))?.rsvp;
        expect([playerName, place?.checkedInAt]).toEqual([playerName, expected(doors)]);
      }
    }
  });
});

describe.each(['sqlite', 'postgres'] as const)('the judge, on %s', (dialect) => {
  it('sees taps that are added without the event’s lock', async () => {
    const { db, dbs } = await unguarded(dialect, []);
    const context = await testContext({ db } as Parameters<typeof testContext>[0]);
    const { id: eventId } = await createEvent(context, ORGANISER, anEvent());
    const place = await aPlace(db, eventId, 'Alex');
    const doors: readonly Door[] = [[[true, 20]], [[false, 10]]];
    const both = meeting(2);
    const tapUnlocked = async (one: Db, [checksIn, minutes]: Door[number]) => {
      const known = await listTaps(one, place.id);
      await both();
      const tap: Tap = { checksIn, madeAt: agoIso(minutes) };
      const write = async (tx: Db) => {
        await addTaps(tx, [{ ...tap, id: randomUUID(), placeId: place.id }]);
        await setCheckedIn(tx, place, checkedInSince([...known, tap]), { by: 'staff', name: null });
      };
      await transact(one, write);
    };
    await Promise.all(doors.map(([tap], door) => tapUnlocked(dbs[door] as Db, tap as Door[number])));
    expect((await findPlace(db, place.id))?.rsvp.checkedInAt).not.toBe(expected(doors));
  });
});

it('a tap that waits for a move, on postgres is refused, because the place is at an event whose lock it has not', async () => {
  const { db } = await unguarded('postgres', []);
  const context = await testContext({ db } as Parameters<typeof testContext>[0]);
  const { id: from } = await createEvent(context, ORGANISER, anEvent());
  const { id: to } = await createEvent(context, ORGANISER, anEvent({ title: 'Uno' }));
  for (const eventId of [null, from, to]) {
    const { id: placeId } = await aPlace(db, from, `Alex at ${eventId}`);
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
    const { promise: isWaiting, resolve: move } = Promise.withResolvers<void>();
    const moved = transact(db, async (tx) => {
      await lockEvents(tx, [from, to]);
      held();
      await isWaiting;
      await tx.updateTable('rsvps').set({ event_id: to }).where('id', '=', placeId).execute();
    });
    await isHeld;
    const tapped = callHandler((serve) => checkInRoutes(serve, context), checkInByStaff, {
      by: ORGANISER,
      params: { id: placeId },
      body: eventId === null ? {} : { eventId },
    });
    const refused = expect(tapped).rejects.toThrow('This place was moved to Uno.');
    await untilBlocked(db, 1);
    move();
    await Promise.all([moved, refused]);
    expect((await findPlace(db, placeId))?.rsvp.checkedIn).toBe(false);
  }
});

async function aPlace(db: Db, eventId: string, playerName: string): Promise<StaffRsvp> {
  const id = randomUUID();
  const named = { playerName, nameKey: playerName.toLowerCase(), playerEmail: null };
  await addRsvp(db, { id, eventId, ...named, visitorId: null, createdAt: agoIso(600) });
  const place = await findPlace(db, id);
  if (place === null) throw new Error('no place');
  return place.rsvp;
}
