import {
  Children,
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useReducer,
  useState,
} from 'react';
import { connectedNow, probe } from './connection.ts';
import { hasOtherBuild, offerReload } from './page-build.ts';
import { showError } from './ui/toast.ts';

const CALM_MS = 60_000;

const isJustReloaded = (): boolean => {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type === 'reload' && performance.now() < CALM_MS;
};

/** React cannot draw where a translator has moved its nodes. Reloads at most once a minute. */
export const reloadLostPage = (error: unknown, reload: () => void): void => {
  const isLost = error instanceof DOMException && error.name === 'NotFoundError';
  if (isLost && connectedNow() && !isJustReloaded()) reload();
};

type Props = {
  readonly children: ReactNode;
  readonly fallback: (retry: () => void) => ReactNode;
  readonly onError?: (error: unknown) => void;
};

/** React catches render errors only in class components. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reloadLostPage(error, () => location.reload());
    this.props.onError?.(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}

export type OnDemand<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

const failedParts = new Set<() => void>();

export const retryFailedParts = (): void => {
  for (const reset of failedParts) reset();
};

const rerenders = new Set<() => void>();
const rerenderAll = () => {
  for (const rerender of rerenders) rerender();
};

const Fallback = ({ rerender, children }: { rerender: () => void; children: ReactNode }) => {
  useLayoutEffect(() => {
    rerenders.add(rerender);
    return () => void rerenders.delete(rerender);
  }, [rerender]);
  return children;
};

/**
 * React shows a fallback for at least 300 ms unless the boundary is rendered again. A boundary without fallback is left
 * alone: HTML that is not hydrated yet would be discarded.
 */
export const PromptSuspense = ({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) => {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  return <Suspense fallback={<Fallback rerender={rerender}>{fallback}</Fallback>}>{children}</Suspense>;
};

/**
 * Unlike React.lazy it renders synchronously after `preload()`, which server and hydration need. After a failed load
 * rendering throws until `preload()` or `retryFailedParts()`, because React would retry endlessly.
 */
export const onDemand = <P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> => {
  let loading: Promise<{ default: ComponentType<P> }> | undefined;

  const reset = () => {
    failedParts.delete(reset);
    loading = undefined;
    Current = lazy(preload);
  };

  const preload = () => {
    if (failedParts.has(reset)) reset();
    if (loading !== undefined) return loading;
    loading = load().then(
      (component) => {
        Current = component;
        return { default: component };
      },
      (error: unknown) => {
        void probe();
        failedParts.add(reset);
        throw error;
      },
    );
    loading.then(rerenderAll, rerenderAll);
    return loading;
  };

  let Current: ComponentType<P> = lazy(preload);
  const render = (props: P) => {
    // Switching the variant would remount it and lose its state.
    const [Initial] = useState(() => Current);
    return <Initial {...props} />;
  };
  return Object.assign(render, { preload });
};

type LazyBoundaryProps = {
  children: ReactNode;
  /** A part that failed is rendered again only after it was closed. */
  onMissing: () => void;
};

/** If the code does not load, a toast says so and the page stays. */
export const LazyBoundary = ({ children, onMissing }: LazyBoundaryProps) => {
  const isOpen = Children.toArray(children).length > 0;
  const giveUp = () => {
    onMissing();
    retryFailedParts();
    // After an update the server has the part under another name.
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

/**
 * A dialog whose code is loaded on demand. `open` takes what the dialog is about, which `show` hands on to what draws it:
 * `{edit.show((message) => <EditDialog message={message} onClose={edit.close} />)}`.
 */
export function useDialog<About = void>() {
  const [opened, setOpened] = useState<{ readonly about: About } | null>(null);
  // Stable, so that a row of a long list that gets it is not rendered again.
  const open = useCallback((about: About) => setOpened({ about }), []);
  // Of this opening: an answer that comes when another dialog is open does not close that.
  const close = useCallback(() => setOpened((now) => (now === opened ? null : now)), [opened]);
  return {
    isOpen: opened !== null,
    open,
    close,
    show: (draw: (about: About) => ReactNode): ReactNode =>
      opened !== null && <LazyBoundary onMissing={close}>{draw(opened.about)}</LazyBoundary>,
  };
}
