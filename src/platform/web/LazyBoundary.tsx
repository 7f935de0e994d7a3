import { Children, type ReactNode } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PromptSuspense, retryFailedParts } from './on-demand.tsx';
import { hasOtherBuild } from './page-build.ts';
import { offerReload } from './ui/offer-reload.ts';
import { showError } from './ui/toast.ts';

type LazyBoundaryProps = {
  children: ReactNode;
  /** Closes what was to be opened. A part that failed is rendered again only after it was closed. */
  onMissing: () => void;
};

/** Wraps a component whose code is loaded on demand. If it does not load, a toast says so and the page stays. */
export const LazyBoundary = ({ children, onMissing }: LazyBoundaryProps) => {
  const isOpen = Children.toArray(children).length > 0;
  const giveUp = () => {
    onMissing();
    retryFailedParts();
    // A server that was updated has the part under another name.
    if (hasOtherBuild()) offerReload();
    else showError('That part of the page didn’t load. Check your connection and try again.');
  };
  return (
    // A new key gives the next opening a boundary without an error.
    <ErrorBoundary key={String(isOpen)} fallback={() => null} onError={giveUp}>
      <PromptSuspense>{children}</PromptSuspense>
    </ErrorBoundary>
  );
};
