import Share2 from 'lucide-react/icons/share-2';
import { Button } from './button.tsx';
import { showToast } from './toast.ts';

type ShareProps = { title: string; path: string };

/** Hands a link to the phone's own list of apps; copies it where there is none. */
export const ShareButton = (shared: ShareProps) => (
  <Button tone="ghost" size="icon" aria-label="Share" title="Share" onClick={() => void share(shared)}>
    <Share2 aria-hidden="true" />
  </Button>
);

async function share({ title, path }: ShareProps): Promise<void> {
  const url = location.origin + path;
  const device: Omit<Navigator, 'share'> & Partial<Navigator> = navigator;
  try {
    if (device.share !== undefined) return await device.share({ title, url });
    await device.clipboard.writeText(url);
    showToast({ title: 'Link copied', description: `Paste it to show somebody ${title}.` });
  } catch (error) {
    // The list was closed without a choice.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    // Browsers have neither on plain http.
    showToast({ title: `The link to ${title}`, description: url });
  }
}
