import { type ComponentType, lazy, useState } from 'react';

export type OnDemand<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

/** Parts whose code did not load, as what makes each fetch it again when it is next drawn. */
const failedParts = new Set<() => void>();

/** Makes every part whose code did not load fetch it again when it is next drawn. */
export const retryFailedParts = (): void => {
  for (const reset of failedParts) reset();
};

/**
 * A component whose code is fetched when first needed. Unlike React.lazy alone it draws at once after `preload()`, so
 * that the server (which cannot wait) and a hydrating page (which must not show less than the server) draw it whole.
 * After a failed fetch drawing throws, until `preload()` or `retryFailedParts()`: React would otherwise fetch in a loop.
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
        failedParts.add(reset);
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
