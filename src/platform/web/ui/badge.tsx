import type { ReactNode } from 'react';

/** `mute`: no accent. */
export type Colour = 'violet' | 'sea' | 'sky' | 'lime' | 'sun' | 'coral' | 'mute';

/** Tailwind only finds whole class names. */
export const TEXT_OF: Record<Colour, string> = {
  violet: 'text-violet',
  sea: 'text-sea',
  sky: 'text-sky',
  lime: 'text-lime',
  sun: 'text-sun',
  coral: 'text-coral',
  mute: 'text-mute',
};

export const TINT_OF: Record<Colour, string> = {
  violet: 'bg-violet/14',
  sea: 'bg-sea/14',
  sky: 'bg-sky/14',
  lime: 'bg-lime/14',
  sun: 'bg-sun/14',
  coral: 'bg-coral/14',
  mute: 'bg-mute/14',
};

export const EDGE_OF: Record<Colour, string> = {
  violet: 'before:border-violet',
  sea: 'before:border-sea',
  sky: 'before:border-sky',
  lime: 'before:border-lime',
  sun: 'before:border-sun',
  coral: 'before:border-coral',
  mute: 'before:border-mute',
};

type BadgeProps = { colour: Colour; children: ReactNode };

export const Badge = ({ colour, children }: BadgeProps) => (
  <span className={`badge ${TINT_OF[colour]} ${TEXT_OF[colour]}`}>{children}</span>
);

export const StateLabel = ({ colour, children }: BadgeProps) => (
  <span className={`state-label ${TEXT_OF[colour]}`}>{children}</span>
);

export const LiveDot = () => (
  <span className="state-label text-coral">
    <span aria-hidden="true" className="live-dot" />
    LIVE
  </span>
);

const SEGMENTS = 16;

export const litSegments = (value: number, max: number): number => {
  if (value <= 0 || max <= 0) return 0;
  if (value >= max) return SEGMENTS;
  return Math.min(SEGMENTS - 1, Math.max(1, Math.round((value / max) * SEGMENTS)));
};

type EnergyBarProps = { value: number; max: number; colour: Colour; label: string };

/** Lengths are SVG attributes, because the CSP allows no style attributes. */
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
