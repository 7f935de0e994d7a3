import { AnnouncementsPage } from '#features/announcements/web/AnnouncementsPage.tsx';
import { FestivalMessages } from '#features/news/messages/web/MessageLists.tsx';

/** The festival's own messages, then what is announced in the chat. */
export const AnnouncementsScreen = ({ zone }: { zone: string }) => (
  <AnnouncementsPage zone={zone} own={<FestivalMessages zone={zone} />} />
);
