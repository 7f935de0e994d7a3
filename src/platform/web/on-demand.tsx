import { type ComponentType, lazy, useState } from 'react';

export type OnDemand<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

/**
 * A component whose code is fetched when first needed. Unlike React.lazy alone it draws at once after `preload()`, so
 * that the server (which cannot wait) and a hydrating page (which must not show less than the server) draw it whole.
 * After a failed fetch drawing throws, until another `preload()` tries anew.
 */
export const onDemand = <P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> => {
  let loading: Promise<{ default: ComponentType<P> }> | undefined;
  let failed = false;

  const preload = () => {
    if (failed) {
      failed = false;
      loading = undefined;
      Drawn = lazy(preload);
    }
    loading ??= load().then(
      (component) => {
        Drawn = component;
        return { default: component };
      },
      (error: unknown) => {
        failed = true;
        throw error;
      },
    );
    return loading;
  };

  let Drawn: ComponentType<P> = lazy(preload);
  const draw = (props: P) => {
    // Whichever it began with: changing from one to the other would make it anew and lose what was typed into it.
    const [Begun] = useState(() => Drawn);
    return <Begun {...props} />;
  };
  return Object.assign(draw, { preload });
};
