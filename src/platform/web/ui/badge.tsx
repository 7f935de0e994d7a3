import type { ReactNode } from 'react';
import { type Colour, TEXT_OF, TINT_OF } from './colours.ts';

type BadgeProps = { colour: Colour; children: ReactNode };

/** A small tinted label such as "Video game". */
export const Badge = ({ colour, children }: BadgeProps) => (
  <span className={`badge ${TINT_OF[colour]} ${TEXT_OF[colour]}`}>{children}</span>
);

/** An arcade label of state: OPEN, ALMOST FULL, FULL, CHECKED IN. */
export const StateLabel = ({ colour, children }: BadgeProps) => (
  <span className={`state-label ${TEXT_OF[colour]}`}>{children}</span>
);

/** LIVE with a dot that pulses. */
export const LiveDot = () => (
  <span className="state-label text-coral">
    <span aria-hidden="true" className="live-dot" />
    LIVE
  </span>
);
