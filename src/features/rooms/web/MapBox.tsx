import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Room } from '#features/festival/contract.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { RoomMap } from './RoomMap.tsx';

const SIZES = [1, 1.75, 3] as const;

/** The map, larger and smaller at a press. It stays at its middle, or at the room that is marked. */
export function MapBox({ marked }: { marked?: Room | undefined }) {
  const { rooms = [], mapPicture } = useFestival();
  const [at, setAt] = useState(0);
  const [missing, setMissing] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const x = marked?.pin?.x ?? 50;
  const y = marked?.pin?.y ?? 50;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is inside has another size
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    current.scrollLeft = (current.scrollWidth * x) / 100 - current.clientWidth / 2;
    current.scrollTop = (current.scrollHeight * y) / 100 - current.clientHeight / 2;
  }, [at, x, y]);
  if (mapPicture == null || mapPicture === missing) return null;
  return (
    <div className="no-print grid gap-1.5">
      <div className="reason-end flex justify-end gap-1.5">
        <Button
          size="icon"
          aria-label="Larger map"
          disabledReason={at === SIZES.length - 1 ? 'It is as large as it gets.' : undefined}
          onClick={() => setAt(at + 1)}
        >
          <ZoomIn aria-hidden="true" />
        </Button>
        <Button
          size="icon"
          aria-label="Smaller map"
          disabledReason={at === 0 ? 'It is as small as it gets.' : undefined}
          onClick={() => setAt(at - 1)}
        >
          <ZoomOut aria-hidden="true" />
        </Button>
      </div>
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="Map"
        className="max-h-[70vh] overflow-auto rounded-2xl border border-line"
      >
        <div className="max-sm:text-sm" style={at === 0 ? undefined : { width: `${(SIZES[at] ?? 1) * 100}%` }}>
          <RoomMap picture={mapPicture} rooms={rooms} marked={marked} onMissing={setMissing} />
        </div>
      </section>
    </div>
  );
}
