import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useReducer, useState } from 'react';
import { probe } from './connection.ts';

export type OnDemand<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

/** Reset functions of components whose code did not load. */
const failedParts = new Set<() => void>();

/** Makes every component whose code did not load try again when it is next rendered. */
export const retryFailedParts = (): void => {
  for (const reset of failedParts) reset();
};

/** One of each fallback that is shown. */
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
 * Suspense that shows a component on demand as soon as its code is there: React shows a fallback for at least 300 ms, unless the
 * boundary is rendered again. One that shows no fallback is left alone: HTML that is not hydrated yet would be discarded.
 */
export const PromptSuspense = ({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) => {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  return <Suspense fallback={<Fallback rerender={rerender}>{fallback}</Fallback>}>{children}</Suspense>;
};

/**
 * A component whose code is loaded on demand. Unlike with React.lazy, it renders synchronously after `preload()`, which
 * the server needs and hydration too (or it would show less than the server). After a failed load rendering throws
 * until `preload()` or `retryFailedParts()`, because React would otherwise retry endlessly.
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
    // Keeps the variant it was first rendered with: switching would remount it and lose its state.
    const [Initial] = useState(() => Current);
    return <Initial {...props} />;
  };
  return Object.assign(render, { preload });
};
