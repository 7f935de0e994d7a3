import type { CommandContext } from '#features/access/commands/writes.ts';
import * as rules from '../rules/warnings.ts';
import * as store from '../store.ts';
import type { CheckInFacts } from './by-code.ts';

/** Returns warnings: codes with which many names were tried lately, and running events where nobody is checked in. */
export async function checkInWarnings({ db, now }: CommandContext, { timeZone }: CheckInFacts) {
  const { alarms, events } = rules.warnedSince(now());
  return rules.warningsOf(await store.listAlarms(db, alarms), await store.listUnattended(db, events), now(), timeZone);
}
