import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Megaphone from 'lucide-react/icons/megaphone';
import Trophy from 'lucide-react/icons/trophy';
import { Link, useLocation } from 'wouter';
import { useMyCalls } from '#features/brackets/web/queries.ts';
import { useUnreadMessages } from '#features/messages/web/state.ts';
import { useHasNews } from '#features/notices/web/queries.ts';
import { showEvents } from '../home-address.ts';

const ENTRIES = [
  { name: 'Events', path: '/', to: '/#events', icon: CalendarDays },
  { name: 'Mine', path: '/schedule', to: '/schedule', icon: CalendarHeart },
  { name: 'Points', path: '/scoreboard', to: '/scoreboard', icon: Trophy },
  { name: 'News', path: '/announcements', to: '/announcements', icon: Megaphone },
] as const;

/** Four screens under the thumb, where the sidebar is a sheet. */
export const ThumbBar = () => {
  const [path] = useLocation();
  const isCalled = useMyCalls().length > 0;
  const hasNews = useHasNews();
  const news: Partial<Record<string, boolean>> = { Mine: isCalled || hasNews, News: useUnreadMessages().length > 0 };
  return (
    <nav
      aria-label="Quick links"
      className="no-print fixed inset-x-0 bottom-0 z-30 grid h-(--thumb-room) grid-cols-4 border-t border-line bg-night pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] md:hidden"
    >
      {ENTRIES.map(({ name, path: own, to, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          aria-current={own === path ? 'page' : undefined}
          className="relative grid place-content-center justify-items-center text-sm leading-[1.2] font-semibold text-mute aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_3px_var(--color-sun)]"
          onClick={() => own === path && own === '/' && showEvents()}
        >
          <Icon aria-hidden="true" />
          {name}
          {news[name] && (
            <span className="news-dot absolute top-1.5 left-[calc(50%+0.75rem)]">
              <span className="sr-only">, {name === 'Mine' ? 'news' : 'unread'}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
};
