import type { ReactNode } from 'react';
import './dusk.css';

/** A strip of the hero's dusk, the same in both themes, with its sun in the corner. */
export const Dusk = ({ children }: { children: ReactNode }) => (
  <div className="dusk grid gap-x-6 gap-y-2 rounded-2xl p-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:p-6 sm:pr-48">
    {children}
  </div>
);
