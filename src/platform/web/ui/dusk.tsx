import type { ReactNode } from 'react';
import './dusk.css';

/** The same in both themes. */
export const Dusk = ({ children }: { children: ReactNode }) => (
  <div className="dusk">
    <div>{children}</div>
  </div>
);
