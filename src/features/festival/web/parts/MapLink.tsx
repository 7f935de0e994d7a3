import MapIcon from 'lucide-react/icons/map';
import { useHydrated } from '#platform/web/hydrated.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';

type MapLinkProps = { place: string; address: string };

/** Returns the address as a link for the device's own map; a web page on other devices and on the server. */
export const mapAddress = (place: string, address: string, device: string): string => {
  const where = encodeURIComponent(address.includes(place) ? address : `${place}, ${address}`);
  if (/android/i.test(device)) return `geo:0,0?q=${where}`;
  if (/iphone|ipad|macintosh/i.test(device)) return `https://maps.apple.com/?q=${where}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
};

export function MapLink({ place, address }: MapLinkProps) {
  const device = useHydrated() ? navigator.userAgent : '';
  return (
    <address className="mb-2 not-italic">
      <a
        href={mapAddress(place, address, device)}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass('quiet')} w-full text-left`}
      >
        <MapIcon aria-hidden="true" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{address}</span>
        <span className="sr-only">(opens a map)</span>
      </a>
    </address>
  );
}
