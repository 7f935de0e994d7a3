import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { isolated } from '#platform/names.ts';
import { clockTime, relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import type { Message } from '../contract.ts';
import { MessageText } from './parts/MessageText.tsx';
import { understand, useNotUnderstood, usePublicMessages, useSayShown } from './state.ts';

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

/** The urgent messages, above everything else on a phone, until somebody there has understood them. */
export function UrgentBand() {
  const notUnderstood = useNotUnderstood();
  const messages = useMemo(() => notUnderstood.filter(({ urgent }) => urgent), [notUnderstood]);
  useSayShown(messages);
  if (messages.length === 0) return null;
  return (
    <section
      aria-label="Urgent messages"
      className="urgent-band no-print max-h-[50dvh] flex-none overflow-y-auto overscroll-contain bg-coral-fill text-on-coral in-[.dialog-panel]:max-h-[35dvh] in-[.dialog-panel]:rounded-t-[1.25rem] in-[.sheet-panel]:max-h-[35dvh]"
    >
      {messages.map((message) => (
        <Urgent key={`${message.id} ${message.revision}`} message={message} />
      ))}
    </section>
  );
}

function Urgent({ message }: { message: Message }) {
  const now = useNow();
  const press = () => {
    understand(message);
    // The button is gone.
    focusMain();
  };
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-on-coral px-[var(--page-edge)] py-3 not-first:border-t-2">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 flex-none" />
      <div className="urgent-text min-w-0 flex-[1_1_16rem] font-semibold in-[.sheet-panel]:basis-40">
        <div role="alert">
          <MessageText text={message.text} />
        </div>
        {/* Outside: an alert is read out whenever the clock changes something in it. */}
        <p className="mt-1 text-sm">
          {isolated(message.from)} · {relativeTime(message.at, now)}
        </p>
      </div>
      <button
        type="button"
        className="ml-auto min-h-11 cursor-pointer rounded-xl bg-on-coral px-4 font-semibold text-coral-fill"
        onClick={press}
      >
        Understood
      </button>
    </div>
  );
}
