/** A shimmering placeholder; give it the size of the final content. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-xl ${className}`} />
);

/** A placeholder for what is being fetched; screen readers read `words`. */
export const Loading = ({ words, className }: { words: string; className: string }) => (
  <div role="status">
    <span className="sr-only">{words}</span>
    <Skeleton className={className} />
  </div>
);
