/**
 * `bracket`: 128 players, double elimination, drawn and played to the end with the same results, by our rules and by
 * brackets-manager with in-memory storage. Ours as in the product: each result is validated, then entered, and the
 * state is complete after each. Matches and leaderboard for a screen are measured separately.
 */
import { BracketsManager } from 'brackets-manager';
import { InMemoryDatabase } from 'brackets-memory-db';
import { build } from '#features/brackets/engine/build.ts';
import { enter, fold } from '#features/brackets/engine/fold.ts';
import type { Graph } from '#features/brackets/engine/graph.ts';
import { whyNotEnter } from '#features/brackets/engine/results.ts';
import { asBracket } from '#features/brackets/rules/bracket.ts';
import { asLeaderboard, asMatches } from '#features/brackets/rules/wire.ts';
import { readyMatches } from '#testing/bracket.ts';
import type { Result, State } from '../../src/features/brackets/engine/state.ts';
import { median, print, round } from '../rig.ts';

const PLAYERS = 128;
/** Measured after as many warm-up rounds. */
const ROUNDS = 300;
const NAMES = Array.from({ length: PLAYERS }, (_, index) => `Player ${index + 1}`);

const draw = (): Graph => build(PLAYERS, { tournamentType: 'double-elimination' });

/** Every match in a mixed order: always the middle one of the ready matches, and sometimes the lower seed wins. */
function someResults(): Result[] {
  const results: Result[] = [];
  let state = fold(draw(), results);
  while (!state.over) {
    const ready = readyMatches(state);
    const { match } = ready[Math.floor(ready.length / 2)] ?? { match: { id: '' } };
    results.push({ kind: 'score', match: match.id, scores: results.length % 3 === 0 ? [0, 2] : [2, 1] });
    state = fold(state.graph, results);
  }
  return results;
}

function playOurs(results: readonly Result[], after: (state: State) => void = () => {}): State {
  let state = fold(draw(), []);
  for (const result of results) {
    const refused = whyNotEnter(state, result);
    if (refused) throw refused;
    state = enter(state, result);
    after(state);
  }
  return state;
}

async function playTheirs(results: readonly Result[], { indexOf }: Graph): Promise<void> {
  const manager = new BracketsManager(new InMemoryDatabase());
  await manager.create.stage({
    tournamentId: 0,
    name: 'Bench',
    type: 'double_elimination',
    seeding: NAMES,
    // Its names for our drop orders, so that both play the same matches.
    settings: {
      grandFinal: 'double',
      seedOrdering: [
        'inner_outer',
        'natural',
        'reverse',
        'reverse_half_shift',
        'half_shift',
        'natural',
        'reverse',
        'reverse_half_shift',
      ],
    },
  });
  for (const result of results) {
    const [first, second] = result.kind === 'score' ? result.scores : [0, 0];
    await manager.update.match({
      id: indexOf.get(result.match) ?? -1,
      opponent1: { score: first, ...(first > second ? { result: 'win' } : {}) },
      opponent2: { score: second, ...(second > first ? { result: 'win' } : {}) },
    });
  }
}

/** Milliseconds of CPU time, to exclude other load on the machine. */
async function typical(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 2 * ROUNDS; n += 1) {
    const begun = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1000);
  }
  return median(times.slice(ROUNDS));
}

export async function bracket(): Promise<void> {
  const results = someResults();
  const graph = draw();
  const drawn = asBracket(
    {
      ...{ eventId: 'event', drawId: 'draw', drawnAt: '', drawnBy: null, drawnRevision: 1, lines: [] },
      entrants: NAMES.map((name) => ({ id: name, userId: null, name })),
      options: { tournamentType: 'double-elimination' },
    },
    { byRsvp: new Map(), byUser: new Map(), visitors: new Map() },
  );
  const ours = await typical(() => playOurs(results));
  const theirs = await typical(() => playTheirs(results, graph));
  const sent = await typical(() =>
    playOurs(results, (state) => [asMatches({ ...drawn, state }), asLeaderboard({ ...drawn, state })]),
  );
  print(
    `bracket: ${round(theirs / ours, 1)} times as fast as brackets-manager (goal ≥ 28): ${results.length} results of ` +
      `${PLAYERS} players in ${round(ours)} ms, theirs in ${round(theirs)} ms; ` +
      `with matches and leaderboard after each ${round(sent)} ms`,
  );
}
