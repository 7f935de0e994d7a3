import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Dices from 'lucide-react/icons/dices';
import Hand from 'lucide-react/icons/hand';
import Info from 'lucide-react/icons/info';
import MapIcon from 'lucide-react/icons/map';
import MapPin from 'lucide-react/icons/map-pin';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageCircle from 'lucide-react/icons/message-circle';
import Moon from 'lucide-react/icons/moon';
import Shield from 'lucide-react/icons/shield';
import Star from 'lucide-react/icons/star';
import Sun from 'lucide-react/icons/sun';
import Trophy from 'lucide-react/icons/trophy';
import { type ComponentType, type SVGProps, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { LockLink } from '#features/access/web/AdminLock.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { useMyCalls } from '#features/brackets/web/queries.ts';
import { ROOMS } from '#features/festival/rules/rooms.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { showEvents } from '#features/home/web/parts/home-address.ts';
import { useUnreadMessages } from '#features/news/messages/web/state.ts';
import { useHasNews } from '#features/news/notices/web/queries.ts';
import { channel } from '#platform/web/channel.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';

const ENTRIES = [
  { name: 'Events', path: '/', to: '/#events', icon: CalendarDays },
  { name: 'Mine', path: '/schedule', to: '/schedule', icon: CalendarHeart },
  { name: 'Points', path: '/scoreboard', to: '/scoreboard', icon: Trophy },
  { name: 'News', path: '/announcements', to: '/announcements', icon: Megaphone },
] as const;

export const BAR =
  'no-print fixed inset-x-0 bottom-0 z-30 grid h-(--thumb-room) grid-cols-4 border-t border-line bg-night pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] md:hidden';
export const BAR_ITEM =
  'relative grid cursor-pointer place-content-center justify-items-center text-sm leading-[1.2] font-semibold text-mute aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_3px_var(--color-sun)]';

/** Four screens under the thumb, where the sidebar is a sheet. */
export const ThumbBar = () => {
  const [path] = useLocation();
  const isCalled = useMyCalls().length > 0;
  const hasNews = useHasNews();
  const news: Partial<Record<string, boolean>> = { Mine: isCalled || hasNews, News: useUnreadMessages().length > 0 };
  return (
    <nav aria-label="Quick links" className={BAR}>
      {ENTRIES.map(({ name, path: own, to, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          aria-current={own === path ? 'page' : undefined}
          className={BAR_ITEM}
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

export type Theme = 'night' | 'daylight';

const LIGHT = '(prefers-color-scheme: light)';
const changes = channel();

const current = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'night' || chosen === 'daylight') return chosen;
  return matchMedia(LIGHT).matches ? 'daylight' : 'night';
};

/** Switches away from the device's theme and stores it; switching back follows the device again. */
const switchTheme = (): void => {
  const next: Theme = current() === 'night' ? 'daylight' : 'night';
  const device: Theme = matchMedia(LIGHT).matches ? 'daylight' : 'night';
  if (next === device) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  safeStorage.set('theme', next === device ? null : next);
  changes.tell();
};

const subscribe = (listener: () => void) => {
  const query = matchMedia(LIGHT);
  const stop = changes.listen(listener);
  query.addEventListener('change', listener);
  return () => {
    stop();
    query.removeEventListener('change', listener);
  };
};

/** Null on the server and while hydrating, because only the device knows. */
const useTheme = (): Theme | null => useSyncExternalStore<Theme | null>(subscribe, current, () => null);

const WORDS = { night: 'Switch to daylight', daylight: 'Switch to night' } as const;

const ThemeSwitch = ({ iconsOnly }: { iconsOnly: boolean }) => {
  const theme = useTheme();
  const words = theme ? WORDS[theme] : 'Switch theme';
  const Icon = theme === 'daylight' ? Moon : Sun;
  return (
    <Tooltip text={iconsOnly ? words : undefined} side="right" delay={0}>
      <button type="button" className="side-link w-full cursor-pointer" onClick={switchTheme}>
        <Icon aria-hidden="true" />
        <span className="side-label">{words}</span>
      </button>
    </Tooltip>
  );
};

type Entry = {
  name: string;
  to: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  outside?: true;
  /** Shows a dot. */
  news?: boolean;
};

const useEntries = (): Entry[] => {
  const { links } = useFestival();
  const news = useHasNews();
  const unread = useUnreadMessages().length > 0;
  const { on } = useAdminMode();
  return [
    { name: 'Details', to: '/details', icon: Info },
    { name: 'Events', to: '/', icon: CalendarDays },
    { name: 'My schedule', to: '/schedule', icon: CalendarHeart, news },
    { name: 'Top Gun Competition', to: '/top-gun', icon: Star },
    { name: 'Scoreboard', to: '/scoreboard', icon: Trophy },
    { name: 'Announcements', to: '/announcements', icon: Megaphone, news: unread },
    { name: 'Game inventory', to: '/inventory', icon: Dices },
    { name: 'Local Spots', to: links.localSpots, icon: MapPin, outside: true },
    { name: 'Chat community', to: links.chatCommunity, icon: MessageCircle, outside: true },
    ...(on ? [{ name: 'Admin', to: '/admin', icon: Shield }] : []),
  ];
};

/** Rarely needed, so they are at the bottom. */
const PRIVACY: Entry = { name: 'Privacy', to: '/privacy', icon: Hand };
const OF_ROOMS: Entry = { name: 'Rooms', to: ROOMS, icon: MapIcon };

type SidebarLinksProps = {
  /** Only icons are visible, so names become tooltips. */
  iconsOnly: boolean;
  /** Called when an entry was chosen, so that the sheet can close. */
  onChoose?: () => void;
};

/** Brand, entries and theme, for the sidebar and the phone's sheet. */
export const SidebarLinks = ({ iconsOnly, onChoose }: SidebarLinksProps) => {
  const { name, dates, rooms = [] } = useFestival();
  const [path] = useLocation();
  return (
    <div className="flex min-h-full flex-col gap-7 py-6">
      <Link to="/" className="side-brand" onClick={onChoose}>
        <span aria-hidden="true" className="side-mark" />
        <span className="side-label">
          <span className="block font-display text-[1.625rem] leading-none text-sun">{name}</span>{' '}
          <span className="mt-1 block text-sm text-mute">{dates}</span>
        </span>
      </Link>
      <nav aria-label="Main">
        <ul className="grid gap-0.5">
          {useEntries().map((entry) => (
            <li key={entry.name}>
              <Tooltip text={iconsOnly ? entry.name : undefined} side="right" delay={0}>
                <EntryLink
                  entry={entry}
                  active={entry.to === path || path.startsWith(`${entry.to}/`)}
                  onChoose={onChoose}
                />
              </Tooltip>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-0.5">
        {(rooms.length > 0 ? [OF_ROOMS, PRIVACY] : [PRIVACY]).map((entry) => (
          <Tooltip key={entry.name} text={iconsOnly ? entry.name : undefined} side="right" delay={0}>
            <EntryLink entry={entry} active={path.startsWith(entry.to)} onChoose={onChoose} />
          </Tooltip>
        ))}
        <ThemeSwitch iconsOnly={iconsOnly} />
        {onChoose && <LockLink onChoose={onChoose} />}
      </div>
    </div>
  );
};

type EntryLinkProps = { entry: Entry; active: boolean; onChoose: (() => void) | undefined };

const EntryLink = ({ entry, active, onChoose }: EntryLinkProps) => {
  const Icon = entry.icon;
  if (!entry.outside) {
    return (
      <Link to={entry.to} className="side-link" aria-current={active ? 'page' : undefined} onClick={onChoose}>
        <Icon aria-hidden="true" />
        <span className="side-label">{entry.name}</span>
        {entry.news && (
          <span className="news-dot">
            <span className="sr-only">, news</span>
          </span>
        )}
      </Link>
    );
  }
  return (
    <a href={entry.to} target="_blank" rel="noopener noreferrer" className="side-link" onClick={onChoose}>
      <Icon aria-hidden="true" />
      <span className="side-label">
        {entry.name}
        <ArrowUpRight aria-hidden="true" className="ml-1 inline size-4" />
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  );
};
