/**
 * Inputs of the largest accepted size that are built to be slow, one list for each kind of parser. They are data for two
 * readers: slow-inputs.test.ts checks that none costs more than its share, `npm run bench -- parsers` prints what each costs.
 */

/** Reads one input; a generator where the program reads it in slices. */
type Read<T> = (input: T) => unknown;

export type SlowInput = {
  readonly parser: string;
  /** The largest input that is accepted, as docs/security.md says it. */
  readonly largest: string;
  /** What makes it slow. */
  readonly what: string;
  readonly inSlices: boolean;
  /** Reads an input of `share` (0 to 1) of the largest size, made beforehand. Returns the milliseconds of its longest step. */
  measure(share: number): Cost;
};

/** Milliseconds of this thread: the longest step, and all of them. One step unless the work runs in slices. */
export type Cost = { readonly longest: number; readonly total: number };

const isWork = (value: unknown): value is Generator<unknown, unknown, void> =>
  typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;

/** How often the system counts the time of a thread, in milliseconds. */
export const TICK = 4;

export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** By the clock, but no longer than this thread was at work: what else runs on the machine does not count. */
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

/** Milliseconds after which the server lets others run, as platform/server/slices.ts. */
const SLICE = 10;

/** As the server runs it: steps are taken until a slice is used up. */
function measured<T>(read: Read<T>, input: T): Cost {
  const first = timed(() => read(input));
  if (!isWork(first.value)) return { longest: first.took, total: first.took };
  const work = first.value;
  let [longest, total, slice] = [0, 0, 0];
  for (;;) {
    const { took, value: step } = timed(() => work.next());
    slice += took;
    total += took;
    longest = Math.max(longest, slice);
    if (step === undefined || step.done) return { longest, total };
    if (slice >= SLICE) slice = 0;
  }
}

type Parser<T> = {
  readonly parser: string;
  readonly largest: string;
  readonly size: number;
  readonly read: Read<T>;
  readonly inSlices?: boolean;
};

/** Lists the inputs of one parser: what makes each slow, and how one of a given size is built. */
export const slowInputs = <T>(
  { parser, largest, size, read, inSlices = false }: Parser<T>,
  builds: Readonly<Record<string, (size: number) => T>>,
): SlowInput[] =>
  Object.entries(builds).map(([what, build]) => ({
    ...{ parser, largest, what, inSlices },
    measure: (share) => measured(read, build(Math.floor(size * share))),
  }));

/** So many characters of this pattern. */
export const repeated = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
