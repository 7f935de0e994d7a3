/** docs/behaviour.md "Results by players" */
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { matchParams, SaidResult } from '../contract.ts';

const STATE = z.enum(['reported', 'agreed', 'disputed']);
export type ReportState = z.infer<typeof STATE>;

/** `name`: of those who play on the phone that said it. */
const Version = z.object({ name: z.string(), result: SaidResult });
export type Version = z.infer<typeof Version>;

export const Report = z.object({
  matchId: z.string(),
  eventId: z.string(),
  eventTitle: z.string(),
  /** Of the match; of another revision the report is void. */
  revision: z.number(),
  state: STATE,
  /** The first of them. ISO 8601 UTC. */
  since: z.string(),
  by: z.array(Version),
  /** Whether judges should decide it. */
  isForJudge: z.boolean(),
  /** Whether somebody of this device plays it; else it is shown to a judge. */
  isOwn: z.boolean(),
  /** Which of the versions this device said; null for none. */
  mine: z.number().nullable(),
});
export type Report = z.infer<typeof Report>;

export const listReports = endpoint({
  route: 'GET /api/reports',
  summary:
    'What players reported of matches that are not decided: to a device those of its people, to judges what waits for them.',
  who: 'anyone',
  answer: z.array(Report),
});

export const reportResult = endpoint({
  route: 'PUT /api/matches/{id}/report',
  summary: 'Say how a match of this device’s people ended. It counts when another player’s device says the same.',
  who: 'owner',
  params: matchParams,
  /** `expectedRevision`: of the match that the phone showed; said of another one it is 409 CHANGED_MEANWHILE. */
  body: SaidResult.extend({ expectedRevision: z.int().min(0).optional() }),
  answer: z.object({ state: STATE, by: z.array(Version) }),
  touches: ['matches', 'leaderboard', 'events', 'reports'],
});
