import { describe, expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

/** A queue whose tasks end on demand, and the order in which they started. */
function scene(options: { length: number; share: number }) {
  const queue = fairQueue(options);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const join = (party: string) =>
    queue(party, () => {
      started.push(party);
      return new Promise<void>((end) => ends.push(end));
    }).then(
      () => 'done',
      (error: Error) => error.message,
    );
  /** Ends running tasks one by one until nothing waits. */
  const drain = async () => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { join, started, drain };
}

const FULL = 'Too many tries at once. Please wait a moment and try again.';

describe('fairQueue', () => {
  it('takes turns between parties, not between waiting tasks', async () => {
    const { join, started, drain } = scene({ length: 20, share: 4 });
    const answers = ['flood', 'flood', 'flood', 'flood', 'one', 'two'].map(join);
    await drain();
    expect(started).toEqual(['flood', 'flood', 'one', 'two', 'flood', 'flood']);
    expect(await Promise.all(answers)).toEqual(Array(6).fill('done'));
  });

  it('refuses a party that already has its share of the queue', async () => {
    const { join, started, drain } = scene({ length: 20, share: 2 });
    const answers = ['flood', 'flood', 'flood', 'flood', 'one'].map(join);
    await drain();
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', FULL, 'done']);
    expect(started).toEqual(['flood', 'flood', 'one', 'flood']);
  });

  it('gives a newcomer the newest turn of the largest party, unless that party holds no more than the newcomer', async () => {
    const { join, started, drain } = scene({ length: 3, share: 2 });
    const answers = ['a', 'a', 'a', 'b', 'c', 'd', 'c'].map(join);
    await drain();
    expect(await Promise.all(answers)).toEqual(['done', 'done', FULL, 'done', 'done', FULL, FULL]);
    expect(started).toEqual(['a', 'a', 'b', 'c']);
  });

  it('continues after a task fails', async () => {
    const queue = fairQueue({ length: 1, share: 1 });
    const failing = queue('a', () => Promise.reject(new Error('no')));
    const after = queue('b', async () => 'fine');
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('fine');
    expect(await queue('a', async () => 'idle again')).toBe('idle again');
  });
});
