/** Names of rounds and matches. */
import type { Graph, GraphMatch } from './graph.ts';

/** "Round 1", "Semifinal", "Final"; in double elimination "Winners round 1", "Winners semifinal", "Winners final". */
export const winnersLabel = (round: number, rounds: number, double: boolean): string => {
  const name = round === rounds ? 'final' : round === rounds - 1 ? 'semifinal' : `round ${round}`;
  return double ? `Winners ${name}` : name.charAt(0).toUpperCase() + name.slice(1);
};

/** "Losers round 2", "Losers final". */
export const losersLabel = (round: number, rounds: number): string =>
  round === rounds ? 'Losers final' : `Losers round ${round}`;

/** "Losers round 2, match 3"; the label alone when the round has only one match. */
export const matchTitle = (graph: Graph, { bracket, round, position, label }: GraphMatch): string => {
  const alone = !graph.matches.some(
    (other) => other.bracket === bracket && other.round === round && other.position !== position,
  );
  return alone ? label : `${label}, match ${position}`;
};
