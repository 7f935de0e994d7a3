/** docs/behaviour.md "Tournaments" */
import { z } from 'zod';
import { TABLES } from '#features/events/limits.ts';
import { endpoint, id, maybe, name, text, whole } from '#platform/contract.ts';
import { JUDGE } from '#platform/staff.ts';
import { ENTRANTS_OF_A_TREE } from './engine/elimination.ts';
import { MATCH_SCORE, MOST_AT_A_TABLE } from './engine/results.ts';
import { CLOCK_ACTIONS } from './rules/round-clock.ts';
import { EventCalls, MyCall, Round, SeenCall, TableCall } from './rules/shapes.ts';
import { MatchEntry, place, roundNumber } from './rules/stored.ts';

/** The id is that of the place, by which a device knows its own. */
export const Entrant = z.object({ id: z.string(), name: z.string(), seed: z.number() });
export type Entrant = z.infer<typeof Entrant>;

export const Match = z.object({
  id: z.string(),
  eventId: z.string(),
  bracket: z.enum(['winners', 'losers', 'final', 'third-place', 'group', 'round', 'heat']),
  round: z.number(),
  position: z.number(),
  label: z.string(),
  /** Of a round robin with several groups. */
  group: z.string().nullable(),
  /** Everybody who is known, two or up to six. `place`: in a heat, once it is decided; null for who was not there. */
  players: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      seed: z.number(),
      score: z.number().nullable(),
      place: z.number().nullable(),
      dropped: z.literal(true).exactOptional(),
    }),
  ),
  /** Null while unknown, where a bye leaves the place empty, and in a heat. */
  player1: Entrant.nullable(),
  player2: Entrant.nullable(),
  player1Score: z.number().nullable(),
  player2Score: z.number().nullable(),
  winner: z.union([z.literal(1), z.literal(2)]).nullable(),
  status: z.enum(['waiting', 'ready', 'done', 'bye']),
  /** A score has numbers, a winner and places may have none, the others never. Null unless done. */
  reason: z.enum(['score', 'winner', 'places', 'forfeit', 'disqualification']).nullable(),
  /** When both players became known, ISO 8601 UTC. Null unless ready. */
  readySince: z.string().nullable(),
  /** Does not raise the revision: a result may be entered by staff who saw no call. */
  call: TableCall.nullable(),
  nextMatchId: z.string().nullable(),
  nextLoserMatchId: z.string().nullable(),
  /** Rises also over a new draw. The highest of a bracket is the bracket's own. */
  revision: z.number(),
});
export type Match = z.infer<typeof Match>;

export const LeaderboardLine = z.object({
  id: z.string(),
  rank: z.number(),
  playerName: z.string(),
  wins: z.number(),
  losses: z.number(),
  draws: z.number(),
  played: z.number(),
  points: z.number(),
  /** In the order in which they decide. */
  tieBreaks: z.array(z.object({ label: z.string(), value: z.number() })),
  revision: z.number(),
});
export type LeaderboardLine = z.infer<typeof LeaderboardLine>;

const params = z.object({ id: id() });
/** An event's id and a match's id, so it may be longer than other ids. */
const sentMatchId = () => z.string().regex(/^[\w-]{1,80}$/, 'is not an id');
export const matchParams = z.object({ id: sentMatchId() });
const query = z.object({ eventId: id() });
const touches = ['matches', 'leaderboard', 'events'] as const; // An event knows whether its bracket is decided.

/**
 * The revision that the organiser saw: of the match, or of the bracket for a draw (0 before the first) and an undo. 409
 * CHANGED_MEANWHILE when it is not the present one; without it the last write wins.
 */
const expectedRevision = z.int().min(0).optional();
/** Also clears results that depend on the changed one; by default the refusal names them. */
const change = { cascade: z.boolean().optional(), expectedRevision };
export const ChangeResult = z.object(change);
export type ChangeResult = z.output<typeof ChangeResult>;

const score = whole(MATCH_SCORE);
/** Two scores; or who won, also without a score; or the places of a heat: who is left out was not there. */
export const SaidResult = z.object({
  player1Score: score.meta({ title: 'First score' }).optional(),
  player2Score: score.meta({ title: 'Second score' }).optional(),
  winner: z.literal([1, 2, 'draw']).optional(),
  places: z
    .array(z.object({ id: id(), place: place.optional(), score: score.nullish() }))
    .max(MOST_AT_A_TABLE)
    .optional(),
});
export type SaidResult = z.output<typeof SaidResult>;

export const NewScore = SaidResult.extend(change);
export type NewScore = z.output<typeof NewScore>;

export const Forfeit = z.object({
  player: z.literal([1, 2, 'both']),
  disqualify: z.boolean().optional(),
  ...change,
});
export type Forfeit = z.output<typeof Forfeit>;

/** `replace` deletes results. `everybody`: all but `without` must be checked in. `thirdPlace`: single elimination. */
export const Draw = z.object({
  randomSeed: z.boolean(),
  replace: z.boolean().optional(),
  everybody: z.boolean().optional(),
  without: z.array(id()).optional(),
  thirdPlace: z.boolean().optional(),
  /** Only answers who would meet in the first round. */
  propose: z.boolean().optional(),
  expectedRevision,
});
export type Draw = z.output<typeof Draw>;

export const generateBracket = endpoint({
  route: 'POST /api/events/{id}/generate-bracket',
  summary:
    'Draw a tournament’s bracket from the people who are checked in, seeded by score or shuffled; again only by organisers.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'event' },
  params,
  body: Draw,
  answer: z.array(Match),
  status: 201,
  touches: ['events', 'matches', 'leaderboard'],
});

const matches = { who: 'anyone', answer: z.array(Match) } as const;
const leaderboard = { who: 'anyone', answer: z.array(LeaderboardLine) } as const;

export const listMatches = endpoint({
  route: 'GET /api/matches',
  summary: 'An event’s matches in the order of the bracket; none before it is drawn.',
  query,
  cachedUntil: ['matches:{eventId}'],
  ...matches,
});
export const listMatchesByPath = endpoint({
  route: 'GET /api/matches/{id}',
  summary: 'As GET /api/matches?eventId=.',
  params,
  cachedUntil: ['matches:{id}'],
  ...matches,
});

export const readLeaderboard = endpoint({
  route: 'GET /api/leaderboard',
  summary: 'An event’s players by rank; nobody before the first result.',
  query,
  cachedUntil: ['leaderboard:{eventId}'],
  ...leaderboard,
});
export const readLeaderboardByPath = endpoint({
  route: 'GET /api/leaderboard/{id}',
  summary: 'As GET /api/leaderboard?eventId=.',
  params,
  cachedUntil: ['leaderboard:{id}'],
  ...leaderboard,
});

/** `names`: of all who share the first rank. `top`: the ten best of the competition, as everybody may see them. */
export const Winners = z.object({
  tournaments: z.array(z.object({ eventId: z.string(), title: z.string(), names: z.array(z.string()) })),
  top: z.array(z.object({ name: z.string(), score: z.number() })),
});
export type Winners = z.infer<typeof Winners>;

export const listWinners = endpoint({
  route: 'GET /api/winners',
  summary: 'Who won each decided tournament, in the order of the programme, and the ten best of the competition.',
  who: 'anyone',
  cachedUntil: ['winners', 'events', 'users'],
  answer: Winners,
});

const changesMatch = { who: 'admin', params: matchParams, answer: Match, touches } as const;

export const enterScore = endpoint({
  route: 'PATCH /api/matches/{id}/score',
  summary: 'Enter or correct the score of a match.',
  helpers: { roles: JUDGE, id: 'match' },
  body: NewScore,
  ...changesMatch,
});

export const forfeit = endpoint({
  route: 'POST /api/matches/{id}/forfeit',
  summary: 'Decide a match without playing: a player, or both, stayed away or is disqualified.',
  helpers: { roles: JUDGE, id: 'match' },
  body: Forfeit,
  ...changesMatch,
});

export const clearScore = endpoint({
  route: 'DELETE /api/matches/{id}/score',
  summary: 'Clear the result of a match, so that it can be played.',
  body: ChangeResult,
  bodyOptional: true,
  ...changesMatch,
});

export const proposeRound = endpoint({
  route: 'POST /api/events/{id}/rounds/proposal',
  summary: 'Who would meet in the next round, or in the knock-out after the last. Stores nothing.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'event' },
  params,
  bodiless: true,
  answer: Round,
  touches: [],
});

export const publishRound = endpoint({
  route: 'POST /api/events/{id}/rounds',
  summary: 'Publish the next round with these matches; who has the bye is left out. 409 when the round is another now.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'event' },
  params,
  body: z.object({
    round: roundNumber,
    matches: z.array(z.array(id()).min(1).max(MOST_AT_A_TABLE)).max(ENTRANTS_OF_A_TREE.max),
    /** As it was proposed: 409 when it is another now. */
    bye: id().nullable().optional(),
  }),
  answer: z.array(Match),
  status: 201,
  touches: ['events', 'matches', 'leaderboard', 'calls'],
});

export const undoRound = endpoint({
  route: 'DELETE /api/events/{id}/rounds/{round}',
  summary: 'Take the last round back while no result of it stands. Of the first the event is not drawn any more.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'event' },
  params: z.object({ id: id(), round: z.string().regex(/^[1-9]\d?$/, 'is no number of a round') }),
  answer: z.array(Match),
  touches: ['events', 'matches', 'leaderboard', 'calls'],
});

export const setClock = endpoint({
  route: 'PUT /api/events/{id}/round-clock',
  summary: 'Start the clock of the last round anew, pause it, let it go on, or give it five minutes more.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'event' },
  params,
  body: z.object({ action: z.enum(CLOCK_ACTIONS) }),
  answer: null,
  status: 204,
  touches: ['events'],
});

export const listEntries = endpoint({
  route: 'GET /api/matches/{id}/entries',
  summary: 'Who entered, cleared and took back results of a match since its draw, newest first; the draw is the last.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'match' },
  params: matchParams,
  answer: z.array(MatchEntry),
});

const tableName = () => text(TABLES.longest, 1);

export const callMatch = endpoint({
  route: 'PUT /api/matches/{id}/call',
  summary: 'Call the players of a ready match to a table: the one that is free, unless another is named.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'match' },
  params: matchParams,
  body: z.object({ table: maybe(tableName()) }),
  bodyOptional: true,
  answer: SeenCall,
  touches: ['matches', 'calls'],
});

export const endCall = endpoint({
  route: 'DELETE /api/matches/{id}/call',
  summary: 'Undo the call of a match, which frees its table.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'match' },
  params: matchParams,
  answer: null,
  status: 204,
  touches: ['matches', 'calls'],
});

export const sawCall = endpoint({
  route: 'POST /api/matches/{id}/call/seen',
  summary: 'Say that this device showed its person the call.',
  who: 'owner',
  params: matchParams,
  bodiless: true,
  answer: null,
  status: 204,
  touches: ['calls'],
});

export const listMyCalls = endpoint({
  route: 'GET /api/calls/my',
  summary: 'The tables that people of this device are called to, the oldest call first; none without a cookie.',
  who: 'anyone',
  answer: z.array(MyCall),
});

export const listCalls = endpoint({
  route: 'GET /api/events/{id}/calls',
  summary: 'The tables of an event, who is called, and who can be called next.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'event' },
  params,
  answer: EventCalls,
});

export const FixedTable = z.object({ entrantId: id(), table: tableName().nullable() });
export type FixedTable = z.output<typeof FixedTable>;

export const fixTable = endpoint({
  route: 'PUT /api/events/{id}/fixed-tables',
  summary: 'Say at which table of the event a player always plays; null for any.',
  who: 'admin',
  helpers: { roles: JUDGE, id: 'event' },
  params,
  body: FixedTable,
  answer: null,
  status: 204,
  touches: ['calls'],
});

export const Undo = z.object({ expectedRevision });
export type Undo = z.output<typeof Undo>;

const changesPlayers = { who: 'admin', params, answer: z.array(Match) } as const;
export const Seeds = z.object({ order: z.array(id()).max(ENTRANTS_OF_A_TREE.max), expectedRevision });
/** `late`: also after the second round is published, with 0 points. */
export const LateEntrant = z.object({ playerName: name(), late: z.boolean().optional(), expectedRevision });
export const Substitute = z.object({ entrantId: id(), playerName: name(), expectedRevision });
export type Seeds = z.output<typeof Seeds>;
export type LateEntrant = z.output<typeof LateEntrant>;
export type Substitute = z.output<typeof Substitute>;

export const reorderSeeds = endpoint({
  route: 'PUT /api/events/{id}/seeds',
  summary: 'Put the players of a bracket into another order, before its first result. `order` holds each entrant’s id.',
  body: Seeds,
  touches,
  ...changesPlayers,
});

export const addLateEntrant = endpoint({
  route: 'POST /api/events/{id}/late-entrants',
  summary:
    'Let somebody play who came late, in a bye of a tree or from the next round on, or who dropped out. Who has no place in the event gets one.',
  body: LateEntrant,
  touches: ['events', 'rsvps', ...touches],
  ...changesPlayers,
});

export const substitute = endpoint({
  route: 'POST /api/events/{id}/substitutes',
  summary: 'Put somebody in the place of a player who has not played yet. Who has no place in the event gets one.',
  body: Substitute,
  touches: ['events', 'rsvps', ...touches],
  ...changesPlayers,
});

export const ForfeitAll = z.object({ entrantId: id() });
export type ForfeitAll = z.output<typeof ForfeitAll>;

export const forfeitAll = endpoint({
  route: 'POST /api/events/{id}/forfeits',
  summary:
    'Forfeit every match that a player who gave up their place would play now; in rounds they are paired no more.',
  body: ForfeitAll,
  touches,
  ...changesPlayers,
});

export const undoResult = endpoint({
  route: 'POST /api/events/{id}/undo-result',
  summary: 'Undo the last result or clearing of a bracket. Called again, it undoes the one before.',
  helpers: { roles: JUDGE, id: 'event' },
  body: Undo,
  bodyOptional: true,
  touches,
  ...changesPlayers,
});
