import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import { MessageText } from './parts/MessageText.tsx';
import { usePublicMessages } from './state.ts';

/** A big screen, which urgent messages to everybody fill until they end or are withdrawn. */
export function UrgentWall({ zone, children }: { zone: string; children: ReactNode }) {
  const urgent = usePublicMessages().filter((message) => message.urgent);
  const box = useRef<HTMLElement>(null);
  const [page, setPage] = useState<string | null>(null);
  const shown = urgent.map(({ id, revision }) => `${id} ${revision}`).join();
  useEffect(() => {
    const wall = box.current;
    if (wall === null || shown === '') return;
    let isOver = false;
    let stop: (() => void) | undefined;
    void import('./parts/fit-wall.ts')
      .then(({ fitWall }) => {
        if (!isOver) stop = fitWall(wall, setPage);
      })
      // Without it the letters have a middle size.
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [shown]);
  return (
    <>
      <div inert={urgent.length > 0}>{children}</div>
      {urgent.length > 0 && (
        <section
          ref={box}
          aria-label="Urgent messages"
          className="urgent-wall fixed inset-0 z-60 flex flex-col justify-center-safe gap-[calc(4*var(--u))] overflow-hidden bg-coral-fill p-[calc(4*var(--u))] text-[max(1.25rem,calc(var(--size,4.5)*var(--u)))] leading-[1.15] text-on-coral"
        >
          {urgent.map(({ id, revision, text, from, at }) => (
            <div key={`${id} ${revision}`} role="alert" className="urgent-text min-w-0 font-semibold">
              <MessageText text={text} />
              <p className="mt-[0.4em] text-[max(1rem,calc(3*var(--u)))]">
                {isolated(from)}, {clockTime(at, zone)}
              </p>
            </div>
          ))}
        </section>
      )}
      {urgent.length > 0 && page !== null && (
        <p className="fixed right-4 bottom-3 z-60 rounded-lg bg-on-coral px-3 py-1 text-2xl font-semibold text-coral-fill">
          {page}
        </p>
      )}
    </>
  );
}
