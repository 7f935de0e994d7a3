/** A shimmering placeholder; give it the size of what will stand there. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-xl ${className}`} />
);
