import { type Colour, TEXT_OF } from './colours.ts';

const SEGMENTS = 16;

/** Returns the number of lit segments: at least one above 0, all of them only when full. */
export const litSegments = (value: number, max: number): number => {
  if (value <= 0 || max <= 0) return 0;
  if (value >= max) return SEGMENTS;
  return Math.min(SEGMENTS - 1, Math.max(1, Math.round((value / max) * SEGMENTS)));
};

type EnergyBarProps = { value: number; max: number; colour: Colour; label: string };

/** Capacity as a row of segments. Lengths are SVG attributes, because the CSP allows no style attributes. */
export const EnergyBar = ({ value, max, colour, label }: EnergyBarProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn as segments in every browser
  <svg
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={Math.max(max, value)}
    aria-valuenow={value}
    viewBox={`0 0 ${SEGMENTS} 1`}
    preserveAspectRatio="none"
    className={`energy-bar ${TEXT_OF[colour]}`}
  >
    <rect width={litSegments(value, max)} height="1" />
  </svg>
);
