import type { ReactNode } from 'react';
import './dusk.css';

/** A strip of the hero's dusk, the same in both themes, with its sun in the corner. */
export const Dusk = ({ children }: { children: ReactNode }) => (
  <div className="dusk">
    <div>{children}</div>
  </div>
);
