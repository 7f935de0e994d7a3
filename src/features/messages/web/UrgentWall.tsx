import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import { MessageText } from './parts/MessageText.tsx';
import { usePublicMessages } from './state.ts';

/** Sizes of letters, of which the largest that fits is taken. The smallest is still read across a hall. */
const SIZES = [11, 7, 5.5, 4.5, 3.5, 2.6];
/** What does not fit turns pages, which share a part so that no line is cut in both. */
const PAGE_MS = 8_000;
const PAGE_PART = 0.8;

/** Fits the letters to the screen. Returns how many pages there are. */
function useFit(box: RefObject<HTMLElement | null>, shown: string): number {
  const [pages, setPages] = useState(1);
  useEffect(() => {
    const element = box.current;
    if (element === null || shown === '') return;
    const measure = () => {
      const excess = () => element.scrollHeight - element.clientHeight;
      for (const size of SIZES) {
        element.style.setProperty('--size', String(size));
        if (excess() <= 1) break;
      }
      setPages(excess() <= 1 ? 1 : 1 + Math.ceil(excess() / (element.clientHeight * PAGE_PART)));
    };
    measure();
    void document.fonts?.ready.then(measure);
    // The code for the Markdown comes later.
    const observer = new MutationObserver(measure);
    observer.observe(element, { childList: true, subtree: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [box, shown]);
  return pages;
}

/** Returns the page that is shown, from 1. */
function useTurning(box: RefObject<HTMLElement | null>, pages: number): number {
  const [turns, setTurns] = useState(0);
  const page = turns % pages;
  useEffect(() => {
    if (pages === 1) return;
    const timer = setInterval(() => setTurns((count) => count + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [pages]);
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = page * box.current.clientHeight * PAGE_PART;
  }, [box, page]);
  return page + 1;
}

/** A big screen, which urgent messages to everybody fill until they end or are withdrawn. */
export function UrgentWall({ zone, children }: { zone: string; children: ReactNode }) {
  const urgent = usePublicMessages().filter((message) => message.urgent);
  const box = useRef<HTMLElement>(null);
  const pages = useFit(box, urgent.map(({ id, revision }) => `${id} ${revision}`).join());
  const page = useTurning(box, pages);
  return (
    <>
      <div inert={urgent.length > 0}>{children}</div>
      {urgent.length > 0 && (
        <section
          ref={box}
          aria-label="Urgent messages"
          className="urgent-wall fixed inset-0 z-60 flex flex-col justify-center-safe gap-[calc(4*var(--u))] overflow-hidden bg-coral-fill p-[calc(6*var(--u))] text-[max(1.25rem,calc(var(--size,4.5)*var(--u)))] leading-[1.15] text-on-coral"
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
      {urgent.length > 0 && pages > 1 && (
        <p className="fixed right-4 bottom-3 z-60 rounded-lg bg-on-coral px-3 py-1 text-2xl font-semibold text-coral-fill">
          Page {page} of {pages}
        </p>
      )}
    </>
  );
}
