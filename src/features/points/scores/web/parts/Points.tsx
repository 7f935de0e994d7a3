/** The number of stars differs too, so that colour is never the only sign. */
const COLOUR = { 3: 'text-sun', 2: 'text-silver', 1: 'text-bronze' } as const;
const NUMBERS = [1, 2, 3] as const;

/** A star of nine by nine pixels. */
const STAR = 'M4 0h1v2h1v1h3v1h-1v1h-1v2h1v2h-1v-1h-1v-1h-3v1h-1v1h-1v-2h1v-2h-1v-1h-1v-1h3v-1h1z';

export const Stars = ({ count }: { count: 1 | 2 | 3 }) => (
  <span className={`inline-flex gap-1 ${COLOUR[count]}`}>
    {NUMBERS.filter((number) => number <= count).map((number) => (
      <svg
        key={number}
        aria-hidden="true"
        viewBox="0 0 9 9"
        className="size-[1.125rem]"
        fill="currentColor"
        shapeRendering="crispEdges"
      >
        <path d={STAR} />
      </svg>
    ))}
  </span>
);

export const pointsWord = (score: number): string => (Math.abs(score) === 1 ? 'point' : 'points');

/** A score at the end of a row. */
export const Points = ({ score }: { score: number }) => (
  <span className="flex shrink-0 flex-col items-end sm:flex-row sm:items-baseline sm:gap-1.5">
    <span className="font-display text-[1.75rem] leading-none text-sun">{score.toLocaleString('en-US')}</span>{' '}
    <span className="text-xs leading-none text-mute sm:text-sm">{pointsWord(score)}</span>
  </span>
);
