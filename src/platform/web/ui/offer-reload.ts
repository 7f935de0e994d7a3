import { showToast } from './toast.ts';

/** Offers another build than the page's. */
export function offerReload(): void {
  showToast({
    title: 'New version',
    description: 'Reload to use it. It also comes with the next start.',
    action: { label: 'Reload', altText: 'Reload this page', onPress: () => location.reload() },
    duration: Number.POSITIVE_INFINITY,
  });
}
