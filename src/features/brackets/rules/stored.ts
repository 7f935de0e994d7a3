/** A draw and its entries as the database and festival files hold them. */
import { z } from 'zod';
import { FormatOptions, TournamentType } from '#features/events/contract.ts';
import { id, moment, name, whole } from '#platform/contract.ts';
import { ENTRANTS_OF_A_TREE } from '../engine/elimination.ts';
import { MATCH_SCORE, MOST_AT_A_TABLE } from '../engine/results.ts';

const score = whole(MATCH_SCORE);
export const place = z.int().min(1).max(MOST_AT_A_TABLE);
const matchId = z.string().regex(/^[A-Z0-9-]{1,12}$/, 'is no place in a bracket');
const seed = z.int().min(1).max(ENTRANTS_OF_A_TREE.max);
export const roundNumber = z.int().min(1).max(99);
export const BracketEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('score'), match: matchId, scores: z.tuple([score, score]).readonly() }),
  z.object({ kind: z.literal(['forfeit', 'disqualification']), match: matchId, player: z.literal([1, 2, 'both']) }),
  z.object({ kind: z.literal('winner'), match: matchId, winner: z.literal([1, 2, 'draw']) }),
  z.object({
    kind: z.literal('places'),
    match: matchId,
    places: z
      .array(place.or(z.literal(0)))
      .max(MOST_AT_A_TABLE)
      .readonly(),
    scores: z.array(score.nullable()).max(MOST_AT_A_TABLE).readonly().optional(),
  }),
  z.object({ kind: z.literal('clear'), match: matchId }),
  z.object({ kind: z.literal('undo') }),
  z.object({
    kind: z.literal('round'),
    round: roundNumber,
    matches: z.array(z.array(seed).min(1).max(MOST_AT_A_TABLE)).max(ENTRANTS_OF_A_TREE.max),
    bye: seed.nullable(),
    isCut: z.boolean().exactOptional(),
  }),
  z.object({ kind: z.literal('unpublish'), round: roundNumber, matches: z.array(matchId).max(ENTRANTS_OF_A_TREE.max) }),
  z.object({ kind: z.literal(['join', 'drop', 'return']), seed }),
  z.object({ kind: z.literal('options'), options: FormatOptions.pick({ rounds: true, cut: true, minutes: true }) }),
]);

/** As festival files hold them, in seed order. */
export const StoredEntrants = z
  .array(z.object({ rsvpId: id(), userId: id().nullable(), name: name() }))
  .min(ENTRANTS_OF_A_TREE.min, 'has fewer than 2 players')
  .max(ENTRANTS_OF_A_TREE.max, 'has more than 256 players');
export const DrawOptions = FormatOptions.extend({
  tournamentType: TournamentType,
  thirdPlace: z.boolean().exactOptional(),
});
/** Per draw, in a festival file. 256 players play at most 511 matches; the rest are corrections. */
export const LINES_AT_MOST = 20_000;

export const ArchivedBracket = z.object({
  eventId: id(),
  drawId: id(),
  entrants: StoredEntrants,
  options: DrawOptions,
  drawnAt: moment(),
  lines: z.array(z.object({ entry: BracketEntry, enteredAt: moment() })).max(LINES_AT_MOST),
});
export type ArchivedBracket = z.output<typeof ArchivedBracket>;

/** `by` is a name; without one `session` is the end of the session's id. Both are null in an imported festival. */
export const MatchEntry = z.object({
  what: z.enum(['drawn', 'score', 'winner', 'places', 'forfeit', 'disqualification', 'clear', 'undo']),
  scores: z.tuple([z.number(), z.number()]).nullable(),
  at: z.string(),
  by: z.string().nullable(),
  session: z.string().nullable(),
});
export type MatchEntry = z.infer<typeof MatchEntry>;
