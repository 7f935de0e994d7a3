import type { ReactNode } from 'react';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import { MessageText } from './parts/MessageText.tsx';
import { usePublicMessages } from './state.ts';

/** Characters that fill the screen in each size of letters. */
const SIZES = [
  [90, 'short'],
  [250, 'medium'],
  [700, 'long'],
] as const;

/** A big screen, which urgent messages to everybody fill until they end or are withdrawn. */
export function UrgentWall({ zone, children }: { zone: string; children: ReactNode }) {
  const urgent = usePublicMessages().filter((message) => message.urgent);
  const length = urgent.reduce((sum, { text }) => sum + text.length, 0);
  const size = SIZES.find(([most]) => length <= most)?.[1] ?? 'longest';
  return (
    <>
      <div inert={urgent.length > 0}>{children}</div>
      {urgent.length > 0 && (
        <section aria-label="Urgent messages" className="urgent-wall" data-size={size}>
          {urgent.map(({ id, revision, text, from, at }) => (
            <div key={`${id} ${revision}`} role="alert" className="urgent-text">
              <MessageText text={text} />
              <p className="urgent-from">
                {isolated(from)}, {clockTime(at, zone)}
              </p>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
