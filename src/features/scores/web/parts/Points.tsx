import { pointsWord } from './words.ts';

/** A score at the end of a row. */
export const Points = ({ score }: { score: number }) => (
  <span className="flex shrink-0 flex-col items-end sm:flex-row sm:items-baseline sm:gap-1.5">
    <span className="font-display text-[1.75rem] leading-none text-sun">{score.toLocaleString('en-US')}</span>{' '}
    <span className="text-xs leading-none text-mute sm:text-sm">{pointsWord(score)}</span>
  </span>
);
