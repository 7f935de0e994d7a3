import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { showToast } from './ui/toast.ts';

type LateProps = {
  children: ReactNode;
  /** Close what was to be opened: a part that failed isn't drawn again before it is opened anew. */
  onMissing: () => void;
};

/** Around a part whose code is fetched when first needed. If it doesn't arrive, that is told and the page stays. */
export const Late = ({ children, onMissing }: LateProps) => {
  const giveUp = () => {
    onMissing();
    showToast({
      title: 'Error',
      description: 'That part of the page didn’t load. Check your connection and try again.',
      tone: 'destructive',
    });
  };
  return (
    <ErrorBoundary fallback={() => null} onError={giveUp}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
};
