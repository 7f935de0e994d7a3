/** All faults, in the order they run. */
import type { Scenario } from './scenario.ts';
import { cut } from './scenarios/cut.ts';
import { discord } from './scenarios/discord.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { killPush } from './scenarios/kill-push.ts';
import { killRegistrations } from './scenarios/kill-registrations.ts';
import { killUploads } from './scenarios/kill-uploads.ts';
import { lastPlaces } from './scenarios/last-places.ts';
import { locked } from './scenarios/locked.ts';
import { oneOfTwo } from './scenarios/one-of-two.ts';
import { postgresAway } from './scenarios/postgres-away.ts';
import { postgresSilent } from './scenarios/postgres-silent.ts';
import { pushAway } from './scenarios/push-away.ts';
import { pushTwo } from './scenarios/push-two.ts';
import { stop } from './scenarios/stop.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...[lastPlaces, killRegistrations, killUploads, stop, diskFull],
  ...[locked, postgresAway, postgresSilent, oneOfTwo, discord, cut],
  ...[pushAway, killPush, pushTwo],
];

/** `npm test` runs their short forms, and `npm run rigs` those of the others. */
export const KILLS: readonly Scenario[] = [killRegistrations, killUploads, killPush];
