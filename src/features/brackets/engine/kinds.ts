/** What screens, tables and files know of each format. Without the rules that play it, which browsers need not load. */
import { doubleEliminationKind } from './double-elimination.ts';
import type { Kind } from './format.ts';
import { heatsKind } from './heats.ts';
import { roundRobinKind } from './round-robin.ts';
import { singleEliminationKind } from './single-elimination.ts';
import { swissKind } from './swiss.ts';

const ALL = [singleEliminationKind, doubleEliminationKind, roundRobinKind, swissKind, heatsKind] as const;
export const KINDS: Kind[] = [...ALL];

export const TYPES = ALL.map(({ type }) => type);

/** Throws RangeError for an unknown type; contracts check first. */
export function kindOf(type: string): Kind {
  const kind = KINDS.find((one) => one.type === type);
  if (kind === undefined) throw new RangeError(`There is no tournament of the type ${type}`);
  return kind;
}
