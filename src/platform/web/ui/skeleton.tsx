/** A shimmering placeholder; give it the size of the final content. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-xl ${className}`} />
);

type LoadingProps = {
  words: string;
  /** Of one placeholder. */
  className: string;
  count?: number;
  /** How several are laid out. */
  list?: string;
};

/** Placeholders for what is being fetched; screen readers read `words`. */
export const Loading = ({ words, className, count = 1, list = 'grid gap-2' }: LoadingProps) => (
  <div role="status" className={list}>
    <span className="sr-only">{words}</span>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
      <Skeleton key={index} className={className} />
    ))}
  </div>
);
