import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Dices from 'lucide-react/icons/dices';
import Hand from 'lucide-react/icons/hand';
import Info from 'lucide-react/icons/info';
import MapPin from 'lucide-react/icons/map-pin';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageCircle from 'lucide-react/icons/message-circle';
import Shield from 'lucide-react/icons/shield';
import Star from 'lucide-react/icons/star';
import Trophy from 'lucide-react/icons/trophy';
import type { ComponentType, SVGProps } from 'react';
import { Link, useLocation } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { useUnreadMessages } from '#features/messages/web/state.ts';
import { useHasNews } from '#features/notices/web/queries.ts';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

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

/** Rarely needed, so it is at the bottom. */
const PRIVACY: Entry = { name: 'Privacy', to: '/privacy', icon: Hand };

type SidebarLinksProps = {
  /** Only icons are visible, so names become tooltips. */
  iconsOnly: boolean;
  /** Called when an entry was chosen, so that the sheet can close. */
  onChoose?: () => void;
};

/** Brand, entries and theme, for the sidebar and the phone's sheet. */
export const SidebarLinks = ({ iconsOnly, onChoose }: SidebarLinksProps) => {
  const { name, dates } = useFestival();
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
        <Tooltip text={iconsOnly ? PRIVACY.name : undefined} side="right" delay={0}>
          <EntryLink entry={PRIVACY} active={path === PRIVACY.to} onChoose={onChoose} />
        </Tooltip>
        <ThemeSwitch iconsOnly={iconsOnly} />
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
