/** A shimmering placeholder; give it the size of the final content. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-xl ${className}`} />
);
