import { describe, expect, it } from 'vitest';
import { FILES } from './files.ts';
import { type SlowInput, slowInputs } from './slow-input.ts';
import { TEXTS } from './texts.ts';

/** Milliseconds that one request may block the event loop, and one turn of an upload or import. */
const ALLOWED = { whole: 5, turn: 20 };
/**
 * A test machine is slower than a server and busy. A quadratic parser exceeds its share by more than this: the names
 * that began this list took 60 ms and 3 s.
 */
const PATIENCE = 4;
const ROUNDS = 5;

/** Returns the minimum of several rounds, because other load only adds time. Stops at the first good one. */
function leastOf(input: SlowInput, share: number, good: number): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least > good; round += 1) least = Math.min(least, input.measure(share).longest);
  return least;
}

/** Returns why an input costs too much; null when it does not. */
function excess(input: SlowInput): string | null {
  const allowed = (input.inSteps ? ALLOWED.turn : ALLOWED.whole) * PATIENCE;
  const whole = leastOf(input, 1, allowed / 2);
  return whole > allowed ? `${input.parser}, ${input.what}: ${whole.toFixed(1)} ms of ${allowed}` : null;
}

describe('the slowest inputs of the largest accepted size', () => {
  it.each([...TEXTS, ...FILES].map((input) => [input.parser, input.what, input] as const))(
    'do not block the event loop for longer than promised: %s, %s',
    { timeout: 60_000 },
    (_, __, input) => {
      expect(excess(input)).toBeNull();
    },
  );

  it('control: a quadratic parser is detected, at once or in one of its turns', { timeout: 60_000 }, () => {
    const quadratic = (text: string) => /\S+$/.test(text);
    const builds = { 'no end': (size: number) => `${'a'.repeat(size)} ` };
    const parser = { parser: 'quadratic', largest: '16 KiB', size: 16 * 1024 };
    function* read(text: string) {
      yield;
      return quadratic(text);
    }
    const controls = [
      ...slowInputs({ ...parser, read: quadratic }, builds),
      ...slowInputs({ ...parser, inSteps: true, read }, builds),
    ];
    expect(controls.map(excess)).toEqual([expect.stringContaining('no end'), expect.stringContaining('no end')]);
  });
});
