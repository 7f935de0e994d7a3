import { type ComponentType, lazy, useState } from 'react';
import { probe } from './connection.ts';

export type OnDemand<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

/** Reset functions of components whose code did not load. */
const failedParts = new Set<() => void>();

/** Makes every component whose code did not load try again when it is next rendered. */
export const retryFailedParts = (): void => {
  for (const reset of failedParts) reset();
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
    Drawn = lazy(preload);
  };

  const preload = () => {
    if (failedParts.has(reset)) reset();
    loading ??= load().then(
      (component) => {
        Drawn = component;
        return { default: component };
      },
      (error: unknown) => {
        void probe();
        failedParts.add(reset);
        throw error;
      },
    );
    return loading;
  };

  let Drawn: ComponentType<P> = lazy(preload);
  const draw = (props: P) => {
    // Keeps the variant it was first rendered with: switching would remount it and lose its state.
    const [Begun] = useState(() => Drawn);
    return <Begun {...props} />;
  };
  return Object.assign(draw, { preload });
};
