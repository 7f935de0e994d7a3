import { AnnouncementsPage } from '#features/announcements/web/AnnouncementsPage.tsx';
import { asksDiscord } from '#features/festival/limits.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { FestivalMessages } from '#features/news/messages/web/MessageLists.tsx';
import { useMessages } from '#features/news/messages/web/state.ts';

/** The festival's own messages, then what is announced in the chat. */
export function AnnouncementsScreen({ zone }: { zone: string }) {
  const isAsked = asksDiscord(useFestival());
  const hasOwn = useMessages().length > 0;
  return <AnnouncementsPage zone={zone} own={hasOwn && <FestivalMessages zone={zone} />} isAsked={isAsked} />;
}
