import { type ComponentType, use } from 'react';

export type OnDemand<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

/** A promise that already tells React how it ended; `use` then reads it at once instead of waiting a turn. */
type Told<T> = Promise<T> & { status?: 'fulfilled' | 'rejected'; value?: T; reason?: unknown };

const telling = <T,>(promise: Promise<T>): Told<T> => {
  const told: Told<T> = promise;
  promise.then(
    (value) => Object.assign(told, { status: 'fulfilled', value }),
    (reason: unknown) => Object.assign(told, { status: 'rejected', reason }),
  );
  return told;
};

/**
 * A component whose code is fetched when first needed. Unlike React.lazy it draws at once after `preload()`, so that
 * the server (which cannot wait) and a hydrating page (which must not show less than the server) draw it whole.
 */
export const onDemand = <P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> => {
  let loading: Told<ComponentType<P>> | undefined;
  const preload = () => {
    // After a failure the next preload may find the network back; drawing alone must not try for ever.
    if (loading === undefined || loading.status === 'rejected') loading = telling(load());
    return loading;
  };
  const draw = (props: P) => {
    const loaded: Promise<ComponentType<P>> = loading ?? preload();
    const Loaded = use(loaded);
    return <Loaded {...props} />;
  };
  return Object.assign(draw, { preload });
};
