import { type CSSProperties, type MouseEvent, useState } from 'react';
import type { Room } from '#features/festival/contract.ts';
import { useHydrated } from '#platform/web/hydrated.ts';

type Pin = { readonly x: number; readonly y: number };

type RoomMapProps = {
  /** The id of the picture. */
  readonly picture: string;
  readonly rooms: readonly Room[];
  /** The room that is marked, in words where it is a wall's own. */
  readonly marked?: Room | undefined;
  readonly words?: string;
  /** Called with the place that was pressed, in per cent from the top left. */
  readonly onPress?: (place: Pin) => void;
};

const PIN =
  'absolute grid size-[1.75em] -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-[#fbf5e8] bg-[#1b2145] text-[0.875em] leading-none font-semibold text-[#fbf5e8]';
const MARKED = 'absolute z-1 grid -translate-x-1/2 -translate-y-full justify-items-center text-[#fbf5e8]';
const LABEL =
  'rounded-[0.5em] border-2 border-[#fbf5e8] bg-[#b3261e] px-[0.5em] py-[0.2em] leading-tight font-semibold whitespace-nowrap';

/** The map with a pin for each room, numbered as in the list. Nothing where the picture is gone. */
export function RoomMap({ picture, rooms, marked, words, onPress }: RoomMapProps) {
  const [ratio, setRatio] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  // The server's page may hold no style of its own.
  const pinned = useHydrated() ? rooms : [];
  if (isMissing) return null;
  const press = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const percent = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 1000) / 10;
    onPress?.({ x: percent(clientX - left, width), y: percent(clientY - top, height) });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the form beside it has fields for both numbers
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className="room-map relative"
      style={ratio === null ? undefined : ({ '--ratio': ratio } as CSSProperties)}
      onClick={onPress && press}
    >
      <img
        src={`/pictures/${picture}`}
        alt="Map of the rooms"
        className={`block w-full bg-[#fbf5e8] ${ratio === null ? 'aspect-[1.6]' : ''}`}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
        onError={() => setMissing(true)}
      />
      {pinned.map(({ name, pin }, index) =>
        pin === null || name === marked?.name ? null : (
          <span key={name} aria-hidden="true" className={PIN} style={placeOf(pin)}>
            {index + 1}
          </span>
        ),
      )}
      {marked?.pin && pinned.length > 0 && (
        <p className={MARKED} style={placeOf(marked.pin)}>
          <span className={LABEL}>{words ?? marked.name}</span>
          <span
            aria-hidden="true"
            className="size-0 border-x-[0.5em] border-t-[0.7em] border-x-transparent border-t-[#b3261e]"
          />
        </p>
      )}
    </div>
  );
}

const placeOf = ({ x, y }: Pin): CSSProperties => ({ left: `${x}%`, top: `${y}%` });
