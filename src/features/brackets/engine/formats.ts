import { doubleElimination } from './double-elimination.ts';
import type { Format } from './format.ts';
import { heats } from './heats.ts';
import { roundRobin } from './round-robin.ts';
import { singleElimination } from './single-elimination.ts';
import { swiss } from './swiss.ts';

/** Every format, each from its own file. */
export const FORMATS: Format[] = [singleElimination, doubleElimination, roundRobin, swiss, heats];

/** Throws RangeError for an unknown type; contracts check first. */
export function formatOf(type: string): Format {
  const format = FORMATS.find((one) => one.type === type);
  if (format === undefined) throw new RangeError(`There is no tournament of the type ${type}`);
  return format;
}
