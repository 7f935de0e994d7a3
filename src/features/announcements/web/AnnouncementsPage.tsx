import { useQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import Megaphone from 'lucide-react/icons/megaphone';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { jsxs } from '#jsx/jsx-runtime';
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { NoConnection } from '#platform/web/connection.ts';
import { StaleTime, useUpdatedAt } from '#platform/web/data-age.tsx';
import { type Colour, TEXT_OF, TINT_OF } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { Announcement, Embed } from '../contract.ts';
import { initials } from '../rules/readable.ts';
import { Markdown, OutwardLink } from './parts/Markdown.tsx';
import { announcementsQuery } from './queries.ts';

const COLOURS: readonly Colour[] = ['violet', 'sea', 'sky', 'lime', 'sun', 'coral'];

/** A person always has the same colour. */
const colourOf = (name: string): Colour =>
  COLOURS[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLOURS.length] ?? 'sea';

/** The author's picture, or two letters without one. Hidden from screen readers, because the name is beside it. */
function Avatar({ author, path }: { author: string; path: string | null }) {
  const [failed, setFailed] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before hydration.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(true);
  }, []);
  const colour = colourOf(author);
  if (path === null || failed) {
    return (
      <span
        aria-hidden="true"
        className={`grid size-11 flex-none place-items-center rounded-xl font-semibold ${TINT_OF[colour]} ${TEXT_OF[colour]}`}
      >
        {initials(author)}
      </span>
    );
  }
  return (
    <img
      ref={picture}
      src={path}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      className="size-11 flex-none rounded-xl bg-raise object-cover"
      onError={() => setFailed(true)}
    />
  );
}

type AnnouncementCardProps = { announcement: Announcement; zone: string };

function AnnouncementCard({ announcement, zone }: AnnouncementCardProps) {
  const now = useNow();
  const { id, author, authorAvatar, content, timestamp, embeds } = announcement;
  return (
    <Card as="article" aria-labelledby={`author-${id}`} className="grid gap-3 p-4 sm:p-5">
      <header className="flex items-center gap-3">
        <Avatar key={authorAvatar} author={author} path={authorAvatar} />
        <div className="min-w-0">
          <h2 id={`author-${id}`} dir="auto" className="leading-snug font-semibold [overflow-wrap:anywhere]">
            {author}
          </h2>
          <time
            dateTime={timestamp}
            title={`${cardDate(timestamp, zone)}, ${clockTime(timestamp, zone)}`}
            className="text-sm text-mute"
          >
            {relativeTime(timestamp, now)}
          </time>
        </div>
      </header>
      {content !== '' && <Markdown text={content} />}
      {embeds.length > 0 && jsxs('ul', { className: 'grid gap-2', children: embeds.map(embedItem) })}
    </Card>
  );
}

/** Passed as static children, because two may be equal and so have no key. */
const embedItem = (embed: Embed) => (
  <li>
    <EmbedBox embed={embed} />
  </li>
);

const EmbedBox = ({ embed: { title, url, description, color } }: { embed: Embed }) => (
  <div className="relative grid gap-1.5 overflow-hidden rounded-xl border border-line bg-night py-3 pr-4 pl-6 [overflow-wrap:anywhere]">
    <SideColour color={color} />
    {title !== null && (
      <p dir="auto" className="font-semibold">
        {url === null ? title : <OutwardLink href={url}>{title}</OutwardLink>}
      </p>
    )}
    {description !== null && <Markdown text={description} />}
  </div>
);

/** Drawn as SVG, because the CSP allows no style attributes. */
const SideColour = ({ color }: { color: number | null }) => (
  <svg aria-hidden="true" className="absolute inset-y-0 left-0 h-full w-2.5 text-mute">
    <rect width="100%" height="100%" fill={color === null ? 'currentColor' : hexOf(color)} fillOpacity={0.2} />
  </svg>
);

const hexOf = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

type AnnouncementsPageProps = {
  zone: string;
  /** What the festival says itself, above the chat's; false where it says nothing. */
  own?: ReactNode;
  /** Whether the chat is asked. */
  isAsked?: boolean;
};

export function AnnouncementsPage({ zone, own = false, isAsked = true }: AnnouncementsPageProps) {
  const { data, error, isError, refetch } = useQuery({ ...announcementsQuery, enabled: isAsked });
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
        {!isAsked && own === false && <NothingYet />}
        {isAsked && data !== undefined && (own === false || data.announcements.length > 0) && (
          <Announcements announcements={data.announcements} zone={zone} />
        )}
        {isAsked &&
          data === undefined &&
          (isError ? (
            own === false ? (
              <LoadError title={FAILED} text={WHY_FAILED} onRetry={refresh} />
            ) : (
              <p role="status" className="text-sm text-mute">
                <span>{FAILED}</span>. <span>{WHY_FAILED}</span>.
              </p>
            )
          ) : (
            <Loading words="Loading announcements" count={5} list="grid gap-4" className="h-34 rounded-2xl" />
          ))}
      </div>
    </PageFrame>
  );
}

const FAILED = 'Failed to load announcements';
const WHY_FAILED = 'Discord integration may not be configured or the channel is inaccessible';

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
