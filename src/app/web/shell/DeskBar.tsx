import CalendarCog from 'lucide-react/icons/calendar-cog';
import Gauge from 'lucide-react/icons/gauge';
import Megaphone from 'lucide-react/icons/megaphone';
import UserSearch from 'lucide-react/icons/user-search';
import { Link, useLocation } from 'wouter';
import { guarded } from '#features/access/web/state.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { BAR, BAR_ITEM } from './NavLinks.tsx';

const FindPersonDialog = onDemand(() =>
  import('#features/people/web/FindPersonDialog.tsx').then((module) => module.FindPersonDialog),
);
const MessageDialog = onDemand(() =>
  import('#features/news/messages/web/MessageDialog.tsx').then((module) => module.MessageDialog),
);

/** What an organiser needs under the thumb, on pages of the dashboard. */
export function DeskBar({ zone }: { zone: string }) {
  const [path] = useLocation();
  const finding = useDialog();
  const writing = useDialog();
  const current = (own: string) => (path === own ? 'page' : undefined);
  return (
    <nav aria-label="Quick links" className={BAR}>
      <Link to="/admin" aria-current={current('/admin')} className={BAR_ITEM}>
        <Gauge aria-hidden="true" />
        Today
      </Link>
      <button type="button" className={BAR_ITEM} onClick={() => finding.open()}>
        <UserSearch aria-hidden="true" />
        Find
      </button>
      <button type="button" className={BAR_ITEM} onClick={() => guarded(() => writing.open())}>
        <Megaphone aria-hidden="true" />
        Message
      </button>
      <Link to="/admin/events" aria-current={current('/admin/events')} className={BAR_ITEM}>
        <CalendarCog aria-hidden="true" />
        Events
      </Link>
      {finding.show(() => (
        <FindPersonDialog zone={zone} onClose={finding.close} />
      ))}
      {writing.show(() => (
        <MessageDialog onClose={writing.close} />
      ))}
    </nav>
  );
}
