import { Skeleton } from '#platform/web/ui/skeleton.tsx';

const PLACEHOLDERS = ['one', 'two', 'three', 'four'];

/** Placeholder rows for the organisers' lists. */
export const EventLoading = () => (
  <div role="status" className="grid gap-3">
    <span className="sr-only">Loading events</span>
    {PLACEHOLDERS.map((name) => (
      <Skeleton key={name} className="h-24 rounded-2xl" />
    ))}
  </div>
);
