/**
 * Slow inputs of the largest accepted size, one list per parser. slow-inputs.test.ts checks that none costs more than
 * its share; `npm run bench -- parsers` prints the costs.
 */
import { TURN_MS } from '#platform/server/steps.ts';

/** Reads one input; a generator where the program reads it in steps. */
type Read<T> = (input: T) => unknown;

export type SlowInput = {
  readonly parser: string;
  /** The largest accepted input, as in docs/security.md. */
  readonly largest: string;
  /** What makes it slow. */
  readonly what: string;
  readonly inSteps: boolean;
  /** Reads a prepared input of `share` (0 to 1) of the largest size. */
  measure(share: number): Cost;
};

/** Milliseconds of this thread: the longest turn, and the total. Work without pauses is one turn. */
export type Cost = { readonly longest: number; readonly total: number };

const isWork = (value: unknown): value is Generator<unknown, unknown, void> =>
  typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;

/** Resolution of the thread's CPU time, in milliseconds. */
export const TICK = 4;

export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The shorter of elapsed and CPU time, to exclude other load. */
function timed<T>(act: () => T): { took: number; value: T | undefined } {
  const [begun, worked] = [performance.now(), threadTime()];
  let value: T | undefined;
  try {
    value = act();
  } catch {
    // A refusal is an answer like another one: what counts is how long it took.
  }
  const took = performance.now() - begun;
  return { took: took < TICK ? took : Math.min(took, threadTime() - worked + TICK), value };
}

/** Runs steps until the time of a turn is used up, like the server. */
function measured<T>(read: Read<T>, input: T): Cost {
  const first = timed(() => read(input));
  if (!isWork(first.value)) return { longest: first.took, total: first.took };
  const work = first.value;
  let [longest, total, turn] = [0, 0, 0];
  for (;;) {
    const { took, value: step } = timed(() => work.next());
    turn += took;
    total += took;
    longest = Math.max(longest, turn);
    if (step === undefined || step.done) return { longest, total };
    if (turn >= TURN_MS) turn = 0;
  }
}

type Parser<T> = {
  readonly parser: string;
  readonly largest: string;
  readonly size: number;
  readonly read: Read<T>;
  readonly inSteps?: boolean;
};

/** Lists the inputs of one parser: what makes each slow, and how to build one of a given size. */
export const slowInputs = <T>(
  { parser, largest, size, read, inSteps = false }: Parser<T>,
  builds: Readonly<Record<string, (size: number) => T>>,
): SlowInput[] =>
  Object.entries(builds).map(([what, build]) => ({
    ...{ parser, largest, what, inSteps },
    measure: (share) => measured(read, build(Math.floor(size * share))),
  }));

/** Repeats a pattern to this many characters. */
export const repeated = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
