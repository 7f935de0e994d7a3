import { jsxs } from '#jsx/jsx-runtime';
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import type { Announcement, Embed } from '../contract.ts';
import { Avatar } from './parts/Avatar.tsx';
import { Markdown, OutwardLink } from './parts/Markdown.tsx';

type AnnouncementCardProps = { announcement: Announcement; zone: string };

export function AnnouncementCard({ announcement, zone }: AnnouncementCardProps) {
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
