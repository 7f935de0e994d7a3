import CloudOff from 'lucide-react/icons/cloud-off';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLoss } from '../connection.ts';
import { Button } from './button.tsx';

type EmptyStateProps = {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
};

export const EmptyState = ({ icon, title, text, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 rounded-2xl border-2 border-dashed border-line px-6 py-12 text-center">
    <span aria-hidden="true" className="grid size-16 place-items-center rounded-2xl bg-raise text-sun [&_svg]:size-8">
      {icon}
    </span>
    <p className="text-xl font-semibold text-balance [overflow-wrap:anywhere]">{title}</p>
    {text && <p className="max-w-prose text-pretty text-mute">{text}</p>}
    {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
  </div>
);

/** Give it the size of the final content. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-xl ${className}`} />
);

type LoadingProps = {
  words: string;
  className: string;
  count?: number;
  list?: string;
};

export const Loading = ({ words, className, count = 1, list = 'grid gap-2' }: LoadingProps) => (
  <div role="status" className={list}>
    <span className="sr-only">{words}</span>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
      <Skeleton key={index} className={className} />
    ))}
  </div>
);

const BY_ITSELF = 'This page tries again when the connection returns.';

type LoadErrorProps = {
  title: string;
  /** What is still safe; shown after the sentence about the connection. */
  more?: string;
  /** Replaces the sentence about the connection. */
  text?: string | undefined;
  onRetry: () => void;
};

/** The live stream asks again when a lost connection returns. The focus then goes to the main content. */
export function LoadError({ title, more, text = 'The connection may have dropped.', onRetry }: LoadErrorProps) {
  const isLoss = useLoss();
  const why = isLoss ? `${title}. ${BY_ITSELF}` : text;
  const box = useRef<HTMLDivElement>(null);
  // Before the button is gone: later nobody can tell whether it had the focus.
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById('main')?.focus();
    };
  }, []);
  return (
    <div ref={box}>
      <EmptyState
        icon={<CloudOff />}
        title={isLoss ? 'No connection' : title}
        text={more === undefined ? why : `${why} ${more}`}
        action={
          <Button tone="sea" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}

type PendingProps = Omit<ComponentProps<typeof Loading>, 'words'> & {
  what: string;
  failed: boolean;
  retry: () => unknown;
};

/** In place of a list: placeholders while it is fetched, a button to retry when that failed. */
export const Pending = ({ what, failed, retry, ...loading }: PendingProps) =>
  failed ? (
    <LoadError title={`The ${what} didn’t load`} onRetry={() => void retry()} />
  ) : (
    <Loading words={`Loading ${what}...`} {...loading} />
  );
