import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { ADMIN } from './parts/admin-tabs.ts';

/** With these somebody goes elsewhere. */
const ACTS = ['pointerdown', 'wheel', 'keydown'] as const;

type PartProps = { id: string; title: string; children: ReactNode };

/** A part of the dashboard, with an address of its own: `/admin/engine#changes`. */
export function AdminPart({ id, title, children }: PartProps) {
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
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <h3 ref={heading} id={id} className="scroll-mt-24 font-display text-2xl leading-none text-sun">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A page of the dashboard that is no tab, with the way back to Overview. */
export const AdminSubPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
    <div className="flex items-center gap-2">
      <Link href={ADMIN} aria-label="Overview" className={buttonClass('ghost', 'icon')}>
        <ArrowLeft aria-hidden="true" />
      </Link>
      <h2 className="font-display text-3xl leading-none">{title}</h2>
    </div>
    {children}
  </div>
);
