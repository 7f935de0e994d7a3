import type { ReactNode } from 'react';

/** Text that narrows the list when pressed. */
export const Only = ({ what, onClick, children }: { what: string; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    title={what}
    onClick={onClick}
    className="text-left underline decoration-dotted underline-offset-4 hover:decoration-solid"
  >
    {children}
  </button>
);
