import { Children, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { retryFailedParts } from './on-demand.tsx';
import { showError } from './ui/toast.ts';

type LateProps = {
  children: ReactNode;
  /** Close what was to be opened: a part that failed isn't drawn again before it is opened anew. */
  onMissing: () => void;
};

/** Around a part whose code is fetched when first needed. If it doesn't arrive, that is told and the page stays. */
export const Late = ({ children, onMissing }: LateProps) => {
  const isOpen = Children.toArray(children).length > 0;
  const giveUp = () => {
    onMissing();
    retryFailedParts();
    showError('That part of the page didn’t load. Check your connection and try again.');
  };
  return (
    // The key gives the next opening a boundary that has not failed.
    <ErrorBoundary key={String(isOpen)} fallback={() => null} onError={giveUp}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
};
