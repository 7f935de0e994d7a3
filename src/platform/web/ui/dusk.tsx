import type { ReactNode } from 'react';
import './dusk.css';

export const Dusk = ({ children }: { children: ReactNode }) => (
  <div className="dusk">
    <div>{children}</div>
  </div>
);
