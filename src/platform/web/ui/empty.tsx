import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** A lucide icon, shown large. */
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
};

/** Message for an empty or failed list. */
export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 rounded-2xl border-2 border-dashed border-line px-6 py-12 text-center">
    <span aria-hidden="true" className="grid size-16 place-items-center rounded-2xl bg-raise text-sun [&_svg]:size-8">
      {icon}
    </span>
    <p className="text-xl font-semibold text-balance">{title}</p>
    {text && <p className="max-w-prose text-pretty text-mute">{text}</p>}
    {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
  </div>
);
