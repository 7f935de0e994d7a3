/** Runs one scenario on a stage: the well-behaved phone before, during and after, memory, and the verdict. */
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf, memoryOf } from '../process.ts';
import { arePagesBuilt, type Program } from '../program.ts';
import { within } from '../rig.ts';
import { type Seen, startPhone } from './phone.ts';
import { atMost, type Check, check, type Scenario, type Size, type Stage } from './scenario.ts';
import type { Tally } from './wire.ts';

/** `backMs` is how long memory took to fall below the goal after the attack; null when it did not in time. */
export type Memory = { quiet: number; peak: number; after: number; backMs: number | null };

export type Report = {
  readonly name: string;
  readonly sent: readonly Tally[];
  readonly quiet: Seen;
  readonly during: Seen;
  readonly after: Seen;
  readonly memory: Memory;
  /** Duration of the attack and CPU time of the program in it, in seconds. */
  readonly took: number;
  readonly computed: number;
  /** The scenario's own checks: what was accepted and what was refused. */
  readonly found: readonly Check[];
  /** Checks of response times and memory. They depend on the machine, so controls are not judged by them. */
  readonly borne: readonly Check[];
};

export type Pace = Size & {
  /** Rows that `prepare` adds. */
  readonly rows: number;
  /** How long the phone is watched before and after the attack. */
  readonly watchMs: number;
  /** How long memory may take to return. 0 does not wait. */
  readonly patienceMs: number;
};

/** A longer attack counts as hung. */
const LONGEST_MS = 180_000;
const LOOK_MS = 100;
const HEALTH_MS = 200;
const BACK_MB = 300;

export async function rehearse(scenario: Scenario, stage: Stage, pace: Pace): Promise<Report> {
  await scenario.prepare?.(stage.databaseUrl, pace.rows);
  const memory = watchMemory(stage.program);
  const phone = startPhone(stage.origin, arePagesBuilt() ? '/' : '/api/events', stage.address);
  try {
    await phone.ready();
    await pause(pace.watchMs);
    const quiet = await phone.take();
    const [begun, before] = [performance.now(), cpuOf(stage.program.child.pid)];
    const { sent, checks: found } = await bounded(scenario.attack(stage, pace));
    const during = await phone.take();
    const computed = (cpuOf(stage.program.child.pid) - before) / 1000;
    const work = { took: (performance.now() - begun) / 1000, computed };
    await pause(pace.watchMs);
    const after = await phone.take();
    const seen = await memory.settle(pace.patienceMs);
    const borne = [await alive(stage), ...verdictOn(scenario, pace, during, seen)];
    return { name: scenario.name, sent, quiet, during, after, memory: seen, ...work, found, borne };
  } finally {
    memory.stop();
    await phone.end();
  }
}

async function bounded<T>(act: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const tooLong = pause(LONGEST_MS, null, { signal: stop.signal }).then(() => {
    throw new Error(`the attack did not end within ${LONGEST_MS / 1000} s`);
  });
  try {
    return await Promise.race([act, tooLong]);
  } finally {
    tooLong.catch(() => null);
    stop.abort();
  }
}

function watchMemory(program: Program) {
  const resident = () => memoryOf(program.child.pid);
  const quiet = resident();
  let peak = quiet;
  const timer = setInterval(() => {
    peak = Math.max(peak, resident() || 0);
  }, LOOK_MS);
  return {
    stop: () => clearInterval(timer),
    async settle(patienceMs: number): Promise<Memory> {
      const isBack = async () => !program.running() || resident() < BACK_MB;
      const backMs = patienceMs === 0 ? null : await within(patienceMs, isBack);
      return { quiet, peak, after: resident(), backMs };
    },
  };
}

/** A program that runs out of memory blocks for a while before it exits. */
async function alive({ program, client }: Stage): Promise<Check> {
  const { status } = await client().send({ call: 'GET /healthz' });
  return check('the program goes on', program.running() ? `/healthz ${status}` : 'it ended', status === 200);
}

function verdictOn({ home }: Scenario, { slack, patienceMs }: Pace, during: Seen, memory: Memory): Check[] {
  const checks = [atMost('/healthz, longest, ms', during.health.max, slack * HEALTH_MS)];
  if (home?.p50 !== undefined) checks.push(atMost('home p50, ms', during.home.p50, slack * home.p50));
  if (home?.p99 !== undefined) checks.push(atMost('home p99, ms', during.home.p99, slack * home.p99));
  if (patienceMs > 0 && !Number.isNaN(memory.after)) {
    checks.push(check(`memory back under ${BACK_MB} MB`, backIn(memory), memory.backMs !== null));
  }
  return checks;
}

const backIn = ({ after, backMs }: Memory): string =>
  backMs === null ? `${Math.round(after)} MB` : `after ${Math.round(backMs / 1000)} s`;

/** Returns failed checks as sentences. */
export const problemsIn = (checks: readonly Check[]): string[] =>
  checks.filter(({ ok }) => !ok).map(({ what, seen }) => `${what} (seen: ${seen})`);

export const problemsOf = ({ name, found, borne }: Report): string[] =>
  problemsIn([...found, ...borne]).map((problem) => `${name}: ${problem}`);
