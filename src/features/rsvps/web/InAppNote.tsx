import { useState } from 'react';
import { useHydrated } from '#platform/web/hydrated.ts';
import { isInAppBrowser } from '#platform/web/in-app-browser.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { DismissLine } from '#platform/web/ui/dismiss-line.tsx';

const CLOSED = 'in-app note closed';

const isShown = (): boolean =>
  isInAppBrowser(navigator.userAgent, { isInstalled: matchMedia('(display-mode: standalone)').matches }) &&
  safeStorage.get(CLOSED) === null;

/** In the browser of an iPhone app, until somebody closes it. */
export function InAppNote() {
  const [isClosed, setClosed] = useState(false);
  if (!useHydrated() || isClosed || !isShown()) return null;
  const close = () => {
    safeStorage.set(CLOSED, '1');
    setClosed(true);
  };
  return (
    <ul aria-label="This browser" className="rounded-xl border border-sun bg-deep pl-4">
      <DismissLine label="about this browser" onDismiss={close}>
        You are in another app’s browser, and places that you make here stay here. Press the compass, or ⋯ and{' '}
        <strong className="font-semibold">Open in Safari</strong>, first.
      </DismissLine>
    </ul>
  );
}
