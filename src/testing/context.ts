/** Test doubles for clock and ids: a clock that moves only on request, and unique ids. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hooksWith } from '#app/server/slices.ts';
import type { Connection } from '#database/connect.ts';
import type { JobContext } from '#database/duties.ts';
import { transact } from '#database/transactions.ts';
import { type HashCost, type PasswordContext, readSecret } from '#features/access/commands/unlock.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { organiser } from '#features/access/session.ts';
import type { NewEvent } from '#features/events/contract.ts';
import { edited } from '#features/events/rules/edits.ts';
import { addEvent } from '#features/events/store.ts';
import type { Festival } from '#features/festival/contract.ts';
import { festivalProblems } from '#features/festival/rules/facts.ts';
import type { Caller, StaffCaller } from '#platform/server/caller.ts';
import { LIMITS } from '#platform/server/limits.ts';
import type { Staff } from '#platform/staff.ts';
import { anEvent } from './factories.ts';

/** Stores an event that nobody is recorded to have made. Returns its id. */
export async function storeEvent(context: CommandContext, said: Partial<NewEvent> = {}): Promise<string> {
  const event = { ...anEvent(said), ...edited(context.now()) };
  return (await transact(context.db, (tx) => addEvent(tx, context.newId(), event))).id;
}

let ofFile: Festival | null = null;

/** Returns what festival.json says, checked once. */
export function testFestival(): Festival {
  if (ofFile === null) {
    const checked = festivalProblems(JSON.parse(readFileSync('festival.json', 'utf8')));
    if ('problems' in checked) throw new Error(checked.problems.join('\n'));
    ofFile = checked.festival;
  }
  return structuredClone(ofFile);
}

export type TestClock = { now(): Date; pass(milliseconds: number): void };

/** Friday noon of the festival, in its own time zone, by default. */
export function testClock(start = '2025-11-14T17:00:00.000Z'): TestClock {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    pass(milliseconds) {
      at += milliseconds;
    },
  };
}

/** As the app has them, without admission. */
export const TEST_HOOKS = hooksWith(null);

/** Three days of November, and a push service that takes all. */
export const jobContext = (context: CommandContext, changed: Partial<JobContext> = {}): JobContext => ({
  ...context,
  festival: { lastDay: '2025-11-16', timeZone: 'America/New_York' },
  signal: new AbortController().signal,
  deliver: async () => ({ kind: 'sent' }),
  ...changed,
});

/** A real hash takes 40 ms. */
export const CHEAP: HashCost = { memory: 8, passes: 1 };

export const testContext = async ({ db }: Connection, clock = testClock()): Promise<PasswordContext> => ({
  db,
  secret: await readSecret(db),
  limits: LIMITS,
  hooks: TEST_HOOKS,
  festivalFile: testFestival(),
  hashCost: CHEAP,
  now: clock.now,
  newId: randomUUID,
});

/** Who unlocked with the password, in the session of this id. */
export const anOrganiser = (sessionId: string): Staff => organiser({ id: sessionId, name: null });

/** A scene's organiser, without name or device. What they do is in the list of changes. */
export const ORGANISER: StaffCaller = { visitorId: null, deviceId: null, staff: anOrganiser('scene') };

/** A visitor's caller without a device. */
export const NOBODY: Caller = { visitorId: null, deviceId: null, staff: null };
