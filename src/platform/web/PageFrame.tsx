import type { ReactNode } from 'react';

/** The width of every page: at most 1200 px, more on very wide screens, with a margin on phones. */
export const PageFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-[75rem] grid-cols-[minmax(0,1fr)] gap-6 px-(--page-edge) py-8 wide:max-w-[min(86%,130rem)] sm:px-8 lg:px-12">
    {children}
  </div>
);
