import type { ReactNode } from 'react';
import { type Colour, TEXT_OF, TINT_OF } from './colours.ts';

type BadgeProps = { colour: Colour; children: ReactNode };

/** A small tinted label such as "Video game". */
export const Badge = ({ colour, children }: BadgeProps) => (
  <span
    className={`inline-flex items-center gap-1 rounded-md px-2 py-0.5 text-[0.8125rem] leading-5 font-semibold whitespace-nowrap ${TINT_OF[colour]} ${TEXT_OF[colour]}`}
  >
    {children}
  </span>
);

/** An arcade label of state: OPEN, ALMOST FULL, FULL, CHECKED IN. */
export const StateLabel = ({ colour, children }: BadgeProps) => (
  <span className={`font-arcade text-xl leading-none whitespace-nowrap uppercase ${TEXT_OF[colour]}`}>{children}</span>
);

/** LIVE with a dot that pulses. */
export const LiveDot = () => (
  <span className="inline-flex items-center gap-1.5 font-arcade text-xl leading-none text-coral">
    <span aria-hidden="true" className="live-dot" />
    LIVE
  </span>
);
