import { type ComponentType, use } from 'react';

export type OnDemand<P> = ComponentType<P> & { readonly preload: () => Promise<void> };

/**
 * A component whose code is fetched when first needed. Unlike React.lazy it draws at once after `preload()`, so that
 * the server (which cannot wait) and a hydrating page (which must not show less than the server) draw it whole.
 */
export const onDemand = <P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> => {
  let Loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  let failed = false;
  const preload = () => {
    if (loading !== undefined && !failed) return loading;
    failed = false;
    loading = load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        // The next preload may find the network back; drawing alone must not try for ever.
        failed = true;
        throw error;
      },
    );
    return loading;
  };
  const draw = (props: P) => {
    if (Loaded === undefined) use(loading ?? preload());
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
  return Object.assign(draw, { preload });
};
