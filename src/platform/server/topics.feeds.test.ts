import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caughtUp, type Heard, type LiveRow, type RowsMessage, withChanges } from '#platform/live.ts';
import { openFeed, type Source, withPosition } from './topics.ts';

type Seats = LiveRow & { readonly taken: number };

/** A table of events, and its feed. */
function seatTable(short = false) {
  const rows = new Map<string, Seats>();
  let [revision, position] = [0, 0];
  const source: Source = {
    topic: 'seats',
    isFamily: false,
    short,
    read: async (_, ids) => [...rows.values()].filter(({ id }) => ids === null || ids.includes(id)),
  };
  const feed = openFeed('seats', source, 0);
  const next = () => ++position;
  return {
    rows,
    feed,
    position: () => position,
    write: (id: string, taken: number) => void rows.set(id, { id, revision: ++revision, taken }),
    eventOf: (...ids: string[]) => feed.eventOf(new Set(ids), next),
    anyEvent: () => feed.eventOf(null, next),
  };
}

function readEvent(text: string): Heard | 'touched' {
  const [, position, event, data = ''] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? [];
  return event === 'rows' ? { position: Number(position), message: JSON.parse(data) as RowsMessage } : 'touched';
}

it('a feed sends a row whole at first, then its changed fields', async () => {
  const table = seatTable();
  table.write('chess', 1);
  expect(readEvent((await table.eventOf('chess')) ?? '')).toEqual({
    position: 1,
    message: {
      topic: 'seats',
      rows: [{ id: 'chess', from: 0, revision: 1, taken: 1, checksum: expect.any(Number) }],
      gone: [],
    },
  });
  table.write('chess', 2);
  expect(readEvent((await table.eventOf('chess')) ?? '')).toMatchObject({
    message: { rows: [{ id: 'chess', from: 1, revision: 2, taken: 2 }] },
  });
});

it('a feed sends nothing when nothing changed, and the id of a deleted row', async () => {
  const table = seatTable();
  table.write('chess', 1);
  await table.eventOf('chess');
  expect(await table.eventOf('chess')).toBeNull();
  table.rows.delete('chess');
  expect(readEvent((await table.eventOf('chess')) ?? '')).toMatchObject({ message: { rows: [], gone: ['chess'] } });
});

it('a feed sends a new revision alone, but not in a short list, where every row gets one', async () => {
  const [long, short] = [seatTable(), seatTable(true)];
  for (const table of [long, short]) {
    table.write('chess', 1);
    await table.eventOf('chess');
    table.write('chess', 1);
  }
  expect(readEvent((await long.eventOf('chess')) ?? '')).toMatchObject({
    message: { rows: [{ id: 'chess', from: 1, revision: 2 }] },
  });
  expect(await short.eventOf('chess')).toBeNull();
});

it('a feed asks screens to read again when any row may have changed, and compares a short list from then on', async () => {
  const [long, short] = [seatTable(), seatTable(true)];
  for (const table of [long, short]) {
    table.write('chess', 1);
    expect(readEvent((await table.anyEvent()) ?? '')).toBe('touched');
    table.write('chess', 2);
  }
  expect(readEvent((await long.anyEvent()) ?? '')).toBe('touched');
  expect(readEvent((await short.anyEvent()) ?? '')).toMatchObject({ message: { rows: [{ id: 'chess', taken: 2 }] } });
});

it('a feed sends the first change of a short list that was read before, but not one that came before the reading', async () => {
  const [read, late] = [seatTable(true), seatTable(true)];
  for (const table of [read, late]) table.write('chess', 1);
  await read.feed.start();
  read.feed.noteChange();
  late.feed.noteChange();
  await late.feed.start();
  for (const table of [read, late]) table.write('chess', 2);
  expect(readEvent((await read.anyEvent()) ?? '')).toMatchObject({ message: { rows: [{ id: 'chess', taken: 2 }] } });
  expect(readEvent((await late.anyEvent()) ?? '')).toBe('touched');
  expect(await late.anyEvent()).toBeNull();
});

it('a feed sends a row whole again after it was deleted, and after any row may have changed', async () => {
  const table = seatTable();
  const whole = { message: { rows: [{ id: 'chess', from: 0, taken: 1 }] } };
  for (const forget of [() => table.eventOf('chess'), () => table.anyEvent()]) {
    table.write('chess', 1);
    await table.eventOf('chess');
    table.rows.delete('chess');
    await forget();
    table.write('chess', 1);
    expect(readEvent((await table.eventOf('chess')) ?? '')).toMatchObject(whole);
  }
});

it('a feed asks screens to read again instead of sending a very long message', async () => {
  const table = seatTable();
  const ids = Array.from({ length: 1000 }, (_, index) => `event-${index}`);
  for (const id of ids) table.write(id, 1);
  expect(readEvent((await table.eventOf(...ids)) ?? '')).toBe('touched');
});

it('a feed repeats what came after a position, and nothing when that is no longer kept', async () => {
  const table = seatTable();
  const sent: (string | null)[] = [];
  for (let taken = 1; taken <= 700; taken += 1) {
    table.write('chess', taken);
    sent.push(await table.eventOf('chess'));
  }
  expect(table.feed.since(698)?.map(({ position, text }) => withPosition(position, text))).toEqual(sent.slice(698));
  expect(table.feed.since(199)).toBeNull();
  expect(table.feed.since(200)).toHaveLength(500);
});

type Step =
  | { readonly kind: 'write' | 'delete'; readonly id: string; readonly taken: number }
  | { readonly kind: 'flush' | 'lose' | 'repeat' | 'hear' | 'reconnect' | 'ask' | 'answer' | 'answer late' };

const ids = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('write' as const, 'write' as const, 'delete' as const),
    id: ids,
    taken: fc.nat(9),
  }),
  fc.record({
    kind: fc.constantFrom(
      ...(['flush', 'flush', 'hear', 'hear', 'lose', 'repeat', 'reconnect', 'ask', 'answer', 'answer late'] as const),
    ),
  }),
);

/**
 * One screen of a table. Messages are lost when the stream breaks and sent twice, answers overtake each other. Without
 * `hasRevisions` it takes every message and answer as the newest.
 */
async function play(steps: readonly Step[], hasRevisions: boolean): Promise<[server: object, screen: object]> {
  const table = seatTable();
  const dirty = new Set<string>();
  /** On the way to the screen. */
  let stream: string[] = [];
  const answers: { rows: Seats[]; position: number }[] = [];
  const heard: Heard[] = [];
  let screen: Seats[] = [];
  let knownUpTo = 0;

  const ask = () => void answers.push({ rows: [...table.rows.values()], position: table.position() });
  const answer = (index: number) => {
    const [read] = answers.splice(index, 1);
    if (read === undefined) return;
    const list = hasRevisions ? caughtUp(read.rows, read.position, heard) : read.rows;
    if (list === null) return ask();
    // The browser drops an answer when it has sent a later request.
    if (hasRevisions && answers.length > 0) return;
    screen = list;
  };
  const hear = (text: string) => {
    const event = readEvent(text);
    if (event === 'touched') return ask();
    if (hasRevisions) heard.push(event);
    knownUpTo = Math.max(knownUpTo, event.position);
    const plain = { ...event.message, rows: event.message.rows.map((row) => ({ ...row, from: 0, revision: 1e9 })) };
    const list = withChanges(screen, hasRevisions ? event.message : plain);
    if (list === null) ask();
    else screen = list;
  };
  const flush = async () => {
    if (dirty.size === 0) return;
    const event = await table.eventOf(...dirty);
    dirty.clear();
    if (event !== null) stream.push(event);
  };
  const reconnect = () => {
    const missed = table.feed.since(hasRevisions ? knownUpTo : table.position()) ?? [];
    stream = missed.map(({ position, text }) => withPosition(position, text));
  };

  let last: string | undefined;
  let isBroken = false;
  for (const one of steps) {
    if (one.kind === 'write' || one.kind === 'delete') {
      if (one.kind === 'write') table.write(one.id, one.taken);
      else table.rows.delete(one.id);
      dirty.add(one.id);
    }
    if (one.kind === 'flush') await flush();
    if (one.kind === 'lose') isBroken = true;
    if (one.kind === 'reconnect' && isBroken) reconnect();
    if (one.kind === 'reconnect') isBroken = false;
    if (one.kind === 'hear' && !isBroken && stream.length > 0) {
      last = stream.shift() ?? '';
      hear(last);
    }
    if (one.kind === 'repeat' && last !== undefined) hear(last);
    if (one.kind === 'ask') ask();
    if (one.kind === 'answer') answer(0);
    if (one.kind === 'answer late') answer(answers.length - 1);
  }
  await flush();
  if (isBroken) reconnect();
  for (const text of stream) hear(text);
  while (answers.length > 0) answer(0);
  const state = (list: Iterable<Seats>) => Object.fromEntries([...list].map(({ id, taken }) => [id, taken]));
  return [state(table.rows.values()), state(screen)];
}

describe('a screen whose messages are lost, doubled and overtaken by answers', () => {
  const steps = fc.array(step, { maxLength: 80 });

  it('ends equal to the server', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const [server, screen] = await play(taken, true);
        expect(screen).toEqual(server);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not without revisions', async () => {
    const { failed } = await fc.check(
      fc.asyncProperty(steps, async (taken) => {
        const [server, screen] = await play(taken, false);
        expect(screen).toEqual(server);
      }),
      { numRuns: 3000 },
    );
    expect(failed).toBe(true);
  });
});
