import Share2 from 'lucide-react/icons/share-2';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent } from '../contract.ts';
import { eventAddress } from './EventCard.tsx';

/** Hands the event's link to the phone's own list of apps; copies it where there is none. */
export const ShareEvent = ({ event }: { event: FestivalEvent }) => (
  <Button tone="ghost" size="icon" aria-label="Share" title="Share" onClick={() => void share(event)}>
    <Share2 aria-hidden="true" />
  </Button>
);

async function share({ id, title }: FestivalEvent): Promise<void> {
  const url = location.origin + eventAddress(id);
  const device: Omit<Navigator, 'share'> & Partial<Navigator> = navigator;
  try {
    if (device.share !== undefined) return await device.share({ title, url });
    await device.clipboard.writeText(url);
    showToast({ title: 'Link copied', description: `Paste it to show somebody ${title}.` });
  } catch (error) {
    // The list was closed without a choice.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    // Browsers have neither on plain http.
    showToast({ title: 'The link to this event', description: url });
  }
}
