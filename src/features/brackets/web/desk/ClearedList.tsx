import { useId } from 'react';
import type { Match } from '../../contract.ts';
import { matchSentence } from '../parts/sentence.ts';

type ClearedListProps = { matches: readonly Match[]; titles: ReadonlyMap<string, string> };

/** Lists every result that a correction would clear. */
export function ClearedList({ matches, titles }: ClearedListProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} role="alert" className="font-semibold text-coral">
        Later matches depend on it. Changing it clears{' '}
        {matches.length === 1 ? 'this result' : `these ${matches.length} results`}:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
      <ul aria-labelledby={id} tabIndex={0} className="cleared-box">
        {matches.map((match) => (
          <li key={match.id}>{matchSentence(titles.get(match.id) ?? match.label, match)}</li>
        ))}
      </ul>
    </div>
  );
}
