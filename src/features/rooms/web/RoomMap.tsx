import { type CSSProperties, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
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
  /** Called with the id of a picture that is gone. */
  readonly onMissing?: (picture: string) => void;
};

const PIN =
  'absolute grid size-[1.75em] -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-[#fbf5e8] bg-[#1b2145] text-[0.875em] leading-none font-semibold text-[#fbf5e8]';
/** As far from the left of the map as its own width allows, so that it never leaves the map. */
const LABEL =
  'absolute z-1 w-max max-w-[min(80%,16em)] rounded-[0.5em] border-2 border-[#fbf5e8] bg-[#b3261e] px-[0.5em] py-[0.2em] leading-tight font-semibold text-[#fbf5e8]';
const ARROW = 'absolute z-1 size-0 -translate-x-1/2 border-x-[0.5em] border-x-transparent';
/** Per cent from the top: above the pin there is no room for a label of two lines. */
const NEAR_TOP = 35;

/** The map with a pin for each room, numbered as in the list. Nothing where the picture is gone. */
export function RoomMap({ picture, rooms, marked, words, onPress, onMissing }: RoomMapProps) {
  const [ratio, setRatio] = useState<number | null>(null);
  const [missing, setMissing] = useState('');
  const image = useRef<HTMLImageElement>(null);
  // The server's page may hold no style of its own.
  const isHydrated = useHydrated();
  const measure = ({ naturalWidth, naturalHeight }: HTMLImageElement) => setRatio(naturalWidth / naturalHeight);
  const miss = () => {
    setMissing(picture);
    onMissing?.(picture);
  };
  // What the server's page showed has loaded or failed before anybody listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later picture is listened to
  useLayoutEffect(() => {
    const { current } = image;
    if (!current?.complete) return;
    if (current.naturalWidth === 0) miss();
    else measure(current);
  }, []);
  if (missing === picture) return null;
  const press = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const percent = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 1000) / 10;
    onPress?.({ x: percent(clientX - left, width), y: percent(clientY - top, height) });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the form beside it has fields for both numbers
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className="room-map relative overflow-hidden"
      style={ratio === null ? undefined : ({ '--ratio': ratio } as CSSProperties)}
      onClick={onPress && press}
    >
      <img
        ref={image}
        src={`/pictures/${picture}`}
        alt="Map of the rooms"
        className={`block w-full bg-[#fbf5e8] ${ratio === null ? 'aspect-[1.6]' : ''}`}
        onLoad={({ currentTarget }) => measure(currentTarget)}
        onError={miss}
      />
      {rooms.map(({ name, pin }, index) =>
        pin === null || name === marked?.name || !isHydrated ? null : (
          <span key={name} aria-hidden="true" className={PIN} style={placeOf(pin)}>
            {index + 1}
          </span>
        ),
      )}
      {marked?.pin && isHydrated && <Label pin={marked.pin}>{words ?? marked.name}</Label>}
    </div>
  );
}

const placeOf = ({ x, y }: Pin): CSSProperties => ({ left: `${x}%`, top: `${y}%` });

/** A name with an arrow to its pin, below it where the pin is near the top. */
function Label({ pin: { x, y }, children }: { pin: Pin; children: string }) {
  const isBelow = y < NEAR_TOP;
  return (
    <>
      <span
        aria-hidden="true"
        className={`${ARROW} ${isBelow ? 'border-b-[0.7em] border-b-[#b3261e]' : '-translate-y-full border-t-[0.7em] border-t-[#b3261e]'}`}
        style={{ left: `clamp(0.75em, ${x}%, 100% - 0.75em)`, top: `${y}%` }}
      />
      <p
        className={LABEL}
        style={{ left: `${x}%`, top: `${y}%`, translate: `-${x}% ${isBelow ? '0.7em' : 'calc(-100% - 0.7em)'}` }}
      >
        <span className="line-clamp-2 [overflow-wrap:anywhere]">{children}</span>
      </p>
    </>
  );
}
