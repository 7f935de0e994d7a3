import { type ChangeEvent, useEffectEvent, useLayoutEffect } from 'react';
import { useHydrated } from '#platform/web/hydrated.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Controlled<F> = { readonly value?: unknown; readonly onChange?: ((change: ChangeEvent<F>) => void) | undefined };

/** Hands over what was typed or chosen before the field was hydrated. React would overwrite it, which also ends an open composition. */
export const useTypedEarly = <F extends Field>(id: string, { value, onChange }: Controlled<F>): void => {
  const hydrated = useHydrated();
  const handOver = useEffectEvent(() => {
    const target = document.getElementById(id) as F;
    if (hydrated || value === undefined || target.value === String(value)) return;
    onChange?.({ target, currentTarget: target } as ChangeEvent<F>);
  });
  useLayoutEffect(() => handOver(), []);
};
