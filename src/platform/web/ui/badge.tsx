import type { ReactNode } from 'react';
import { type Colour, TEXT_OF, TINT_OF } from './colours.ts';

type BadgeProps = { colour: Colour; children: ReactNode };

/** A small tinted label such as "Video game". */
export const Badge = ({ colour, children }: BadgeProps) => (
  <span className={`badge ${TINT_OF[colour]} ${TEXT_OF[colour]}`}>{children}</span>
);

/** A status label in arcade lettering: OPEN, ALMOST FULL, FULL, CHECKED IN. */
export const StateLabel = ({ colour, children }: BadgeProps) => (
  <span className={`state-label ${TEXT_OF[colour]}`}>{children}</span>
);

/** LIVE with a pulsing dot. */
export const LiveDot = () => (
  <span className="state-label text-coral">
    <span aria-hidden="true" className="live-dot" />
    LIVE
  </span>
);
