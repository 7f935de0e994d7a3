import { queryOptions, useQuery } from '@tanstack/react-query';
import { useHydrated } from '../hydrated.ts';
import { ownAddress } from '../page-build.ts';
import { Button } from './button.tsx';
import type { Drawing } from './draw-code.ts';
import { showError, showToast } from './toast.ts';

/** Browsers have no clipboard on plain http: then a toast says `otherwise`. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: done });
  } catch {
    showError(otherwise, 'This browser does not allow copying');
  }
}

/** Empty until the page is hydrated. */
export const useOwnAddress = (path: string): string => (useHydrated() ? ownAddress(path) : '');

/** Drawn in the browser: the server would spend 30 ms on each, for every stranger who asks. */
export const drawingQuery = (address: string) =>
  queryOptions({
    queryKey: ['qr code', address],
    queryFn: async () => (await import('./draw-code.ts')).drawCode(address),
    enabled: address !== '',
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

/** Modules of the quiet zone that scanners need. */
const QUIET = 4;

type QrCodeProps = {
  /** '/join#ABCD', or a whole address, whose path the code has at the festival's own origin. */
  readonly address: string;
  readonly label: string;
  readonly className?: string;
  readonly scheme?: 'webcal';
};

/** Black on white in both themes. */
export function QrCode({ address, label, className = '', scheme }: QrCodeProps) {
  const own = useOwnAddress(address);
  const shown = scheme === undefined ? own : own.replace(/^https?/, scheme);
  const { data, isError, refetch } = useQuery(drawingQuery(shown));
  if (isError) {
    return (
      <div role="alert" className="grid justify-items-center gap-2">
        The code didn’t load.
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  return <CodeDrawing drawing={data} label={label} className={className} />;
}

/** Codes drawn without holding up the page. */
const AT_ONCE = 20;

/** Many codes by one query: one for each would redraw the page as often as there are codes. For hydrated pages. */
export const drawingsQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ['qr codes', ...paths],
    queryFn: async () => {
      const { drawCode } = await import('./draw-code.ts');
      const drawings: Drawing[] = [];
      for (const path of paths) {
        drawings.push(drawCode(ownAddress(path)));
        if (drawings.length % AT_ONCE === 0) await new Promise((next) => setTimeout(next));
      }
      return drawings;
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

type CodeDrawingProps = Pick<QrCodeProps, 'label' | 'className'> & { readonly drawing: Drawing | undefined };

export function CodeDrawing({ drawing, label, className = '' }: CodeDrawingProps) {
  const side = (drawing?.size ?? 0) + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={`bg-white ${className}`}
    >
      <path d={drawing?.dark} fill="#000" />
    </svg>
  );
}
