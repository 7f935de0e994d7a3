/**
 * `parsers`: how long each parser blocks the event loop with the slowest inputs of the largest accepted size
 * (docs/security.md).
 */
import { FILES } from '../../src/testing/slow-inputs/files.ts';
import type { Cost, SlowInput } from '../../src/testing/slow-inputs/slow-input.ts';
import { TEXTS } from '../../src/testing/slow-inputs/texts.ts';
import { round } from '../rig.ts';

const ROUNDS = 5;

/** Returns the minimum of several rounds, because other load only adds time. */
function costOf(input: SlowInput): Cost {
  const costs = Array.from({ length: ROUNDS }, () => input.measure(1));
  return {
    longest: Math.min(...costs.map(({ longest }) => longest)),
    total: Math.min(...costs.map(({ total }) => total)),
  };
}

/** Prints for each parser its slowest input, the longest turn and the total in milliseconds. */
export async function parsers(): Promise<void> {
  const slowest = new Map<string, { input: SlowInput; cost: Cost }>();
  for (const input of [...TEXTS, ...FILES]) {
    const cost = costOf(input);
    const before = slowest.get(input.parser);
    if (before === undefined || cost.longest > before.cost.longest) slowest.set(input.parser, { input, cost });
  }
  process.stdout.write(
    '| parser | largest accepted | slowest input | longest turn, ms | all, ms |\n|---|---|---|---|---|\n',
  );
  for (const { input, cost } of slowest.values()) {
    const cells = [input.parser, input.largest, input.what, round(cost.longest, 2), round(cost.total, 2)];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}
