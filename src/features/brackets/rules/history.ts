/** What was done to one match, for those who ask who entered that. */
import { shortSession } from '#features/access/rules/sessions.ts';
import type { MatchEntry } from '../contract.ts';
import type { MatchId } from '../engine/graph.ts';
import type { Author, StoredBracket } from './bracket.ts';

const authored = (by: Author | null) => ({
  by: by?.name ?? null,
  session: by === null ? null : shortSession(by.sessionId),
});

/** Returns the entries of a match, newest first, with the draw as the last. An undo belongs to the match whose entry it took back. */
export function historyOf({ lines, drawnAt, drawnBy }: Omit<StoredBracket, 'entrants'>, match: MatchId): MatchEntry[] {
  const history: MatchEntry[] = [{ what: 'drawn', scores: null, at: drawnAt, ...authored(drawnBy) }];
  const standing: MatchId[] = [];
  for (const { entry, enteredAt, enteredBy } of lines) {
    const of = entry.kind === 'undo' ? standing.pop() : entry.match;
    if (entry.kind !== 'undo') standing.push(entry.match);
    if (of !== match) continue;
    const scores: [number, number] | null = entry.kind === 'score' ? [...entry.scores] : null;
    history.unshift({ what: entry.kind, scores, at: enteredAt, ...authored(enteredBy) });
  }
  return history;
}

const WORDS = {
  drawn: 'Bracket drawn',
  score: 'Entered',
  forfeit: 'Forfeit entered',
  disqualification: 'Disqualified',
  clear: 'Result cleared',
  undo: 'Taken back',
} as const satisfies Record<MatchEntry['what'], string>;

/** '3 : 1 entered by Mira'. */
export const entryWords = ({ what, scores, by, session }: MatchEntry): string => {
  const done = scores === null ? WORDS[what] : `${scores[0]} : ${scores[1]} entered`;
  const who = by ?? (session === null ? null : 'an organiser');
  return who === null ? done : `${done} by ${who}`;
};
