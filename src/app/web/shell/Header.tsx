import Menu from 'lucide-react/icons/menu';
import { Link } from 'wouter';
import { AdminLock } from '#features/access/web/AdminLock.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { useUnreadMessages } from '#features/messages/web/state.ts';
import { useHasNews } from '#features/notices/web/queries.ts';
import { FindPerson } from '#features/people/web/FindPerson.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';

type HeaderProps = { sidebarShown: boolean; onToggle: () => void };

const BRAND =
  'header-brand flex min-h-11 min-w-0 items-center justify-center overflow-hidden text-center font-display text-[clamp(1.125rem,5.5vw,1.625rem)] leading-none text-sun [overflow-wrap:anywhere] min-[768px]:hidden';

export const Header = ({ sidebarShown, onToggle }: HeaderProps) => {
  const { name, timeZone } = useFestival();
  const places = [
    ...(useHasNews() ? ['My schedule'] : []),
    ...(useUnreadMessages().length > 0 ? ['Announcements'] : []),
  ];
  const news = places.length > 0 && !sidebarShown;
  return (
    <header className="shell-header">
      <Tooltip text="Toggle sidebar (Ctrl or ⌘ + B)" side="bottom">
        <Button
          tone="ghost"
          size="icon"
          aria-label="Toggle sidebar"
          aria-description={news ? `There is news in ${places.join(' and ')}` : undefined}
          aria-expanded={sidebarShown}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={onToggle}
        >
          <Menu aria-hidden="true" />
          {news && <span className="news-dot menu-dot" />}
        </Button>
      </Tooltip>
      <div className="header-middle">
        <Link to="/" className={BRAND}>
          {name}
        </Link>
        <ConnectionBar />
      </div>
      <div className="flex shrink-0 gap-1.5">
        <FindPerson zone={timeZone} />
        <AdminLock />
      </div>
    </header>
  );
};
