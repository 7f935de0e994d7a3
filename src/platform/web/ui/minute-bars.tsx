/** Lengths are SVG attributes, because the CSP allows no style attributes. */
const HEIGHT = 40;
/** Lowest bar in percent, so that a little beside much stays visible. */
const LEAST_BAR = 1;

/** `marked`: how much of the value is drawn in coral, from the bottom. */
export type MinuteBar = { readonly key: string | number; readonly value: number; readonly marked: number };

type MinuteBarsProps = {
  title: string;
  /** The largest value, in words. */
  most: string;
  /** What the picture shows, for screen readers. */
  label: string;
  bars: readonly MinuteBar[];
  /** Lowest top of the scale, so that little does not look like a rush. */
  leastScale: number;
  colour: 'fill-sea' | 'fill-sky';
  /** Under the first and the last bar. */
  ends: readonly [string, string] | null;
};

/** A bar for each minute. */
export function MinuteBars({ title, most, label, bars, leastScale, colour, ends }: MinuteBarsProps) {
  const scale = HEIGHT / Math.max(...bars.map(({ value }) => value), leastScale);
  const tall = (value: number) => (value === 0 ? 0 : Math.max(value * scale, LEAST_BAR));
  return (
    <figure className="grid gap-1.5">
      <figcaption className="flex justify-between gap-4 text-sm text-mute">
        <span>{title}</span>
        <span>most: {most}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-edge"
      >
        {bars.map(({ key, value, marked }, minute) => (
          <g key={key}>
            <rect x={minute} y={HEIGHT - tall(value)} width={0.85} height={tall(value)} className={colour} />
            {marked > 0 && (
              <rect x={minute} y={HEIGHT - tall(marked)} width={0.85} height={tall(marked)} className="fill-coral" />
            )}
          </g>
        ))}
      </svg>
      {ends && (
        <p aria-hidden="true" className="flex justify-between text-sm text-mute">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      )}
    </figure>
  );
}
