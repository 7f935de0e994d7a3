import { useQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import Megaphone from 'lucide-react/icons/megaphone';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useState } from 'react';
import { StaleTime } from '#platform/web/AsOf.tsx';
import { NoConnection } from '#platform/web/connection.ts';
import { useUpdatedAt } from '#platform/web/data-age.ts';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import type { Announcement } from '../contract.ts';
import { AnnouncementCard } from './AnnouncementCard.tsx';
import { announcementsQuery } from './queries.ts';

/** `own`: what the festival says itself, above the chat's. */
export function AnnouncementsPage({ zone, own }: { zone: string; own?: ReactNode }) {
  const { data, error, isError, refetch } = useQuery(announcementsQuery);
  const updatedAt = useUpdatedAt(announcementsQuery.queryKey);
  const { busy, message, refresh } = useRefresh(refetch);
  // Without a network the header says so.
  const isOld = data !== undefined && isError && !(error instanceof NoConnection);
  const asOf = data?.asOf ?? (isOld ? updatedAt : null);
  return (
    <PageFrame>
      <div className="grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 wide:max-w-none">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <PageTitle>ANNOUNCEMENTS</PageTitle>
          <Button tone="ghost" className="no-print" aria-busy={busy} onClick={refresh}>
            <RefreshCw aria-hidden="true" className={`transition-transform duration-300 ${busy ? 'rotate-180' : ''}`} />
            Refresh
          </Button>
        </header>
        {own}
        <div role="status" className="empty:hidden">
          {asOf !== null && <StaleNote asOf={asOf} zone={zone} />}
          {message !== '' && <span className="sr-only">{message}</span>}
        </div>
        {data !== undefined && <Announcements announcements={data.announcements} zone={zone} />}
        {data === undefined &&
          (isError ? (
            <LoadError
              title="Failed to load announcements"
              text="Discord integration may not be configured or the channel is inaccessible"
              onRetry={refresh}
            />
          ) : (
            <Loading words="Loading announcements" count={5} list="grid gap-4" className="h-34 rounded-2xl" />
          ))}
      </div>
    </PageFrame>
  );
}

function useRefresh(refetch: () => Promise<{ isError: boolean }>) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const refresh = async () => {
    setBusy(true);
    setMessage('');
    const { isError } = await refetch();
    setMessage(isError ? '' : 'Announcements refreshed');
    setBusy(false);
  };
  return { busy, message, refresh: () => void refresh() };
}

function Announcements({ announcements, zone }: { announcements: readonly Announcement[]; zone: string }) {
  if (announcements.length === 0) return <NothingYet />;
  return (
    <ul className="grid gap-4 wide:grid-cols-2">
      {announcements.map((announcement) => (
        <li key={announcement.id} className="break-inside-avoid">
          <AnnouncementCard announcement={announcement} zone={zone} />
        </li>
      ))}
    </ul>
  );
}

const StaleNote = ({ asOf, zone }: { asOf: string; zone: string }) => (
  <p className="flex items-center gap-2.5 rounded-xl bg-sun/14 px-4 py-3 text-sun">
    <History aria-hidden="true" className="size-5 flex-none" />
    <span>
      The channel can’t be read just now. These are the announcements as of <StaleTime at={asOf} zone={zone} />.
    </span>
  </p>
);

const NothingYet = () => (
  <EmptyState
    icon={<Megaphone />}
    title="No announcements yet"
    text="News from the organisers will appear here by itself."
  />
);
