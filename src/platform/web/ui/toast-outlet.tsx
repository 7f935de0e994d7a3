import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import { ErrorBoundary, onDemand, PromptSuspense } from '../on-demand.tsx';
import { dismissToast, dismissToastsOf, SHOWN_MS, type Toast, useToasts } from './toast.ts';
import { measureToastRoom } from './toast-room.ts';

/** The toaster's code loads with the first toast. */
export const toastOutlet = (load: () => Promise<ComponentType>) => {
  const Toaster = onDemand(load);
  return () => {
    const [latest] = useToasts();
    const [path] = useLocation();
    const search = useSearch();
    useEffect(() => {
      dismissToastsOf(path);
      if (search !== '') dismissToastsOf(`${path}?${search}`);
    }, [path, search]);
    if (latest === undefined) return null;
    const withoutToaster = (retry: () => void) => (
      <PlainToast key={latest.id} toast={latest} onShown={() => void Toaster.preload().then(retry, () => undefined)} />
    );
    return (
      <ErrorBoundary fallback={withoutToaster}>
        <PromptSuspense>
          <Toaster />
        </PromptSuspense>
      </ErrorBoundary>
    );
  };
};

export const ToastOutlet = toastOutlet(() => import('./toaster.tsx').then((module) => module.Toaster));

/** The first toast may report that the network is down, and then the toaster's code cannot load. */
const PlainToast = ({ toast, onShown }: { toast: Toast; onShown: () => void }) => {
  const { id, title, description, detail, tone, duration = SHOWN_MS } = toast;
  const tryAgain = useEffectEvent(onShown);
  useEffect(() => tryAgain(), []);
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return createPortal(
    <section aria-label="Notifications" aria-live="assertive">
      <ol ref={measureToastRoom} className="toast-viewport">
        {toast.open && (
          <li className={`toast ${tone === 'destructive' ? 'toast-destructive' : 'toast-plain'}`}>
            <div className="grid min-w-0 flex-1 gap-0.5">
              <p className="font-semibold break-words">{title}</p>
              {description && <p className="break-words text-mute">{description}</p>}
              {detail && <p className="break-words">{detail}</p>}
            </div>
          </li>
        )}
      </ol>
    </section>,
    document.body,
  );
};
