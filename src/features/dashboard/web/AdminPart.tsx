import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/** With these somebody goes elsewhere. */
const ACTS = ['pointerdown', 'wheel', 'keydown'] as const;

type PartProps = { id: string; title: string; as?: 'h3' | 'h4'; children: ReactNode };

/** A part of the dashboard, with an address of its own: `/admin/setup#changes`. */
export function AdminPart({ id, title, as: Heading = 'h3', children }: PartProps) {
  const heading = useScrollWhenAddressed(id);
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <Heading ref={heading} id={id} className="scroll-mt-24 font-display text-2xl leading-none text-sun">
        {title}
      </Heading>
      {children}
    </section>
  );
}

function useScrollWhenAddressed(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Its code may be loaded after the address has changed. What is above it grows, and not every browser holds the place.
  useEffect(() => {
    if (location.hash !== `#${id}`) return;
    const growth = new ResizeObserver(() => heading.current?.scrollIntoView({ behavior: 'instant' }));
    growth.observe(document.body);
    const letGo = () => growth.disconnect();
    for (const act of ACTS) addEventListener(act, letGo, { passive: true });
    return () => {
      letGo();
      for (const act of ACTS) removeEventListener(act, letGo);
    };
  }, [id]);
  return heading;
}

type FoldProps = PartProps & {
  /** How the thing is now, in one line. */
  state: string | undefined;
  /** Ids of parts inside, whose addresses open it too. */
  holds?: readonly string[];
};

const NOTHING: readonly string[] = [];

/** A part of the dashboard behind one line that says its state. Its address opens it. */
export function AdminFold({ id, title, state, holds = NOTHING, as: Heading = 'h4', children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const heading = useScrollWhenAddressed(id);
  const [address] = useLocation();
  // A former address becomes the present one while the fold is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash changes with the address
  useEffect(() => {
    const openWhenAddressed = () => {
      if ([id, ...holds].some((part) => location.hash === `#${part}`)) setOpen(true);
    };
    openWhenAddressed();
    addEventListener('hashchange', openWhenAddressed);
    return () => removeEventListener('hashchange', openWhenAddressed);
  }, [id, holds, address]);
  return (
    <section aria-labelledby={id} className="border-t border-line">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-xl py-2 hover:bg-raise sm:px-3">
          <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:items-baseline">
            <Heading ref={heading} id={id} className="scroll-mt-24 font-semibold">
              {title}
            </Heading>
            <span className="truncate text-[0.9375rem] text-mute">{state}</span>
          </span>
          <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-mute group-open:rotate-180" />
        </summary>
        {isOpen && <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2 pb-5">{children}</div>}
      </details>
    </section>
  );
}
