import { useEffect, useRef } from 'react';
import type { Standing } from '../../rules.ts';

/** Asks for one standing to be shown. Another object is another request, also for the same standing. */
export type Wanted = { readonly id: string } | null;

/** The element of a standing, by which "Find me" reaches it. */
export const rowId = ({ id }: { readonly id: string }): string => `standing-${id}`;

/**
 * Calls `show` once for each request that these standings can fulfil. A list that changes later must not pull the reader
 * back to what was asked for before.
 */
export function useWanted(
  wanted: Wanted,
  standings: readonly Standing[],
  show: (index: number, elementId: string) => void,
): void {
  const served = useRef<Wanted>(null);
  useEffect(() => {
    if (wanted === null || wanted === served.current) return;
    served.current = wanted;
    const index = standings.findIndex(({ id }) => id === wanted.id);
    if (index !== -1) show(index, rowId(wanted));
  });
}
