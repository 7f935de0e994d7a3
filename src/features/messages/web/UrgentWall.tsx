import type { ReactNode } from 'react';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import { MessageText } from './parts/MessageText.tsx';
import { usePublicMessages } from './state.ts';

/** Characters that fill the screen in each size of letters. */
const SIZES = [
  [90, 'text-[max(2rem,calc(11*var(--u)))]'],
  [250, 'text-[max(1.75rem,calc(7*var(--u)))]'],
  [700, 'text-[max(1.5rem,calc(4.5*var(--u)))]'],
  [Number.POSITIVE_INFINITY, 'text-[max(1.25rem,2.3vh,calc(2.6*var(--u)))]'],
] as const;

/** A big screen, which urgent messages to everybody fill until they end or are withdrawn. */
export function UrgentWall({ zone, children }: { zone: string; children: ReactNode }) {
  const urgent = usePublicMessages().filter((message) => message.urgent);
  const length = urgent.reduce((sum, { text }) => sum + text.length, 0);
  const size = SIZES.find(([most]) => length <= most)?.[1];
  return (
    <>
      <div inert={urgent.length > 0}>{children}</div>
      {urgent.length > 0 && (
        <section
          aria-label="Urgent messages"
          className={`urgent-wall fixed inset-0 z-60 flex flex-col justify-center-safe gap-[calc(4*var(--u))] overflow-hidden bg-coral-fill p-[calc(6*var(--u))] leading-[1.15] text-on-coral ${size}`}
        >
          {urgent.map(({ id, revision, text, from, at }) => (
            <div key={`${id} ${revision}`} role="alert" className="urgent-text min-w-0 font-semibold">
              <MessageText text={text} />
              <p className="mt-[0.4em] text-[max(1rem,calc(3.5*var(--u)))]">
                {isolated(from)}, {clockTime(at, zone)}
              </p>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
