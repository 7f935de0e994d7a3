/** Every scenario, in the order of `npm run attack -- all`. */
import type { Scenario } from './scenario.ts';
import { checkIn } from './scenarios/check-in.ts';
import { forget } from './scenarios/forget.ts';
import { ipv6 } from './scenarios/ipv6.ts';
import { memory } from './scenarios/memory.ts';
import { names } from './scenarios/names.ts';
import { places } from './scenarios/places.ts';
import { queries } from './scenarios/queries.ts';
import { restore } from './scenarios/restore.ts';
import { rights } from './scenarios/rights.ts';
import { small } from './scenarios/small.ts';
import { streams } from './scenarios/streams.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...[memory, names, places, ipv6, restore, streams],
  ...[checkIn, queries, small, rights, forget],
];
