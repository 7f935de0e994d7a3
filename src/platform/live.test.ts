import { describe, expect, it } from 'vitest';
import { caughtUp, changeOf, checksumOf, type LiveRow, withChanges } from './live.ts';

type Seats = LiveRow & { readonly title: string; readonly taken: number };
const chess: Seats = { id: 'chess', revision: 4, title: 'Chess', taken: 2 };

it('what changed of a row is the changed fields, from the revision before', () => {
  const change = changeOf(chess, { ...chess, revision: 6, taken: 3 } as Seats);
  expect(change).toEqual({
    id: 'chess',
    from: 4,
    revision: 6,
    taken: 3,
    checksum: checksumOf({ ...chess, taken: 3 } as Seats),
  });
});

it('what changed of a row is the whole row when it was not known', () => {
  expect(changeOf(undefined, chess)).toEqual({ ...chess, from: 0, checksum: checksumOf(chess) });
});

it('what changed of a row is nothing for the same state, and only the new revision when nothing else changed', () => {
  expect(changeOf(chess, { ...chess })).toBeNull();
  expect(changeOf(chess, { ...chess, revision: 5 })).toEqual({
    ...{ id: 'chess', from: 4, revision: 5, checksum: checksumOf(chess) },
  });
});

describe('a list', () => {
  /** By default the changes fit `chess` with three seats taken. */
  const message = (...rows: object[]) => ({
    ...{ topic: 'events', gone: [] as string[] },
    rows: rows.map((row) => ({ checksum: checksumOf({ ...chess, taken: 3 } as Seats), ...row })) as never[],
  });

  it('takes in newer fields and skips older ones', () => {
    const newer = message({ id: 'chess', from: 4, revision: 5, taken: 3 });
    expect(withChanges([chess], newer)).toEqual([{ ...chess, revision: 5, taken: 3 }]);
    expect(withChanges([{ ...chess, revision: 9 }], newer)).toEqual([{ ...chess, revision: 9 }]);
  });

  it('is read again when a change in between was missed', () => {
    expect(withChanges([chess], message({ id: 'chess', from: 5, revision: 6, taken: 3 }))).toBeNull();
    expect(withChanges([], message({ id: 'chess', from: 5, revision: 6, taken: 3 }))).toBeNull();
  });

  it('is read again when a field changed back that it has from in between', () => {
    const between = { ...chess, revision: 5, taken: 3, title: 'Chess!' };
    expect(withChanges([between], message({ id: 'chess', from: 4, revision: 6, taken: 3 }))).toBeNull();
  });

  it('adds whole rows and drops deleted ones', () => {
    expect(withChanges([], message({ ...chess, from: 0, checksum: checksumOf(chess) }))).toEqual([chess]);
    expect(withChanges([chess], { ...message(), gone: ['chess'] })).toEqual([]);
  });

  it('that was read earlier takes in only the messages after its position', () => {
    const heard = [
      { position: 10, message: { ...message(), gone: ['chess'] } },
      { position: 20, message: message({ id: 'chess', from: 4, revision: 5, taken: 3 }) },
    ];
    expect(caughtUp([chess], 10, heard)).toEqual([{ ...chess, revision: 5, taken: 3 }]);
  });
});
