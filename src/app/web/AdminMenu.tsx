import CalendarCog from 'lucide-react/icons/calendar-cog';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Gauge from 'lucide-react/icons/gauge';
import History from 'lucide-react/icons/history';
import QrCode from 'lucide-react/icons/qr-code';
import SquarePlay from 'lucide-react/icons/square-play';
import Trophy from 'lucide-react/icons/trophy';
import Users from 'lucide-react/icons/users';
import { type ComponentType, type FocusEvent, type KeyboardEvent, type SVGProps, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type AdminPath, adminTabAt, adminTabs } from './admin-tabs.ts';

const ICONS: Readonly<Record<AdminPath, ComponentType<SVGProps<SVGSVGElement>>>> = {
  '/admin': Gauge,
  '/admin/scores': Trophy,
  '/admin/uploads': History,
  '/admin/control': SquarePlay,
  '/admin/check-in': QrCode,
  '/admin/events': CalendarCog,
  '/admin/users': Users,
};

/** The tabs: a column beside the panel, or a menu above it on narrow screens. */
export function AdminMenu({ current }: { current: AdminPath }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const Icon = ICONS[current];
  const closeByKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const leave = (left: FocusEvent) => {
    if (!left.currentTarget.contains(left.relatedTarget)) setOpen(false);
  };
  return (
    <nav aria-label="Admin" className="relative lg:sticky lg:top-24" onKeyDown={closeByKey} onBlur={leave}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="btn btn-ghost w-full justify-start text-left lg:hidden"
      >
        <Icon aria-hidden="true" />
        <span className="flex-1">
          <span className="sr-only">Tab: </span>
          {adminTabAt(current).name}
        </span>
        <ChevronDown aria-hidden="true" className={open ? 'rotate-180' : ''} />
      </button>
      <ul
        id={listId}
        className={`${open ? 'grid' : 'hidden'} absolute inset-x-0 top-full z-20 mt-1.5 gap-0.5 rounded-2xl border border-edge bg-panel p-1.5 shadow-xl lg:static lg:mt-0 lg:grid lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none`}
      >
        {adminTabs.map(({ path, name }) => (
          <li key={path}>
            <TabLink path={path} name={name} active={path === current} onChoose={() => setOpen(false)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type TabLinkProps = { path: AdminPath; name: string; active: boolean; onChoose: () => void };

const TabLink = ({ path, name, active, onChoose }: TabLinkProps) => {
  const Icon = ICONS[path];
  const look = active ? 'border-sun bg-here font-semibold text-ink' : 'border-transparent text-mute hover:bg-raise';
  return (
    <Link
      to={path}
      aria-current={active ? 'page' : undefined}
      onClick={onChoose}
      className={`flex min-h-11 items-center gap-3 rounded-xl border-l-3 px-3.5 py-2 hover:text-ink ${look}`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {name}
    </Link>
  );
};
