import { useId } from 'react';
import type { Match } from '../../contract.ts';
import { matchSentence } from '../parts/sentence.ts';

type ClearedListProps = { matches: readonly Match[]; titles: ReadonlyMap<string, string> };

const BOX =
  'grid max-h-48 gap-1 overflow-y-auto overscroll-contain rounded-[0.625rem] border border-line bg-deep px-3.5 py-2.5 [overflow-wrap:anywhere]';

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
      <ul aria-labelledby={id} tabIndex={0} className={BOX}>
        {matches.map((match) => (
          <li key={match.id}>{matchSentence(titles.get(match.id) ?? match.label, match)}</li>
        ))}
      </ul>
    </div>
  );
}
