/**
 * Radix's tooltip needs 13 kB of script before the first paint. The wrapper has no box, so the trigger's layout stays.
 * Opens at once when another closed less than SKIP ms ago; the pointer may rest on it; touch never opens it.
 */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

type Side = 'top' | 'bottom' | 'left' | 'right';

const GAP = 8;
const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

const spot = (side: Side, anchor: Box, bubble: Size) => {
  const middle = {
    x: anchor.left + (anchor.width - bubble.width) / 2,
    y: anchor.top + (anchor.height - bubble.height) / 2,
  };
  if (side === 'top') return { x: middle.x, y: anchor.top - bubble.height - GAP };
  if (side === 'bottom') return { x: middle.x, y: anchor.top + anchor.height + GAP };
  if (side === 'left') return { x: anchor.left - bubble.width - GAP, y: middle.y };
  return { x: anchor.left + anchor.width + GAP, y: middle.y };
};

/** Window pixels: on the preferred side, else on the opposite one, always inside the window. */
export const position = (side: Side, anchor: Box, bubble: Size, view: Size): { x: number; y: number } => {
  const wished = spot(side, anchor, bubble);
  const beside = side === 'left' || side === 'right';
  const fits = beside
    ? wished.x >= 0 && wished.x + bubble.width <= view.width
    : wished.y >= 0 && wished.y + bubble.height <= view.height;
  const at = fits ? wished : spot(OPPOSITE[side], anchor, bubble);
  const keep = (value: number, size: number, room: number) => Math.max(GAP, Math.min(value, room - size - GAP));
  return { x: keep(at.x, bubble.width, view.width), y: keep(at.y, bubble.height, view.height) };
};

const moveTo = (bubble: HTMLElement, anchor: Element, side: Side): void => {
  const view = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
  const { x, y } = position(side, anchor.getBoundingClientRect(), bubble.getBoundingClientRect(), view);
  bubble.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
};

const DELAY = 700;
const SKIP = 300;
/** Milliseconds to move the pointer from the trigger onto the bubble. */
const LINGER = 100;
let lastClosed = Number.NEGATIVE_INFINITY;

type TooltipProps = {
  text: string | undefined;
  children: ReactNode;
  side?: Side;
  /** Milliseconds; the sidebar uses 0. */
  delay?: number;
};

export const Tooltip = ({ text, children, side = 'top', delay = DELAY }: TooltipProps) => {
  const [open, setOpen] = useState(false);
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const later = (act: () => void, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, wait);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (open) lastClosed = performance.now();
    setOpen(false);
  };
  const enter = () => later(() => setOpen(true), performance.now() - lastClosed < SKIP ? 0 : delay);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for what its trigger does
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && enter()}
      onPointerLeave={() => later(close, LINGER)}
      onFocus={(event) => event.target.matches(':focus-visible') && setOpen(true)}
      onBlur={close}
      onPointerDown={close}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {children}
      {open && text !== undefined && (
        <Bubble trigger={() => wrapper.current?.firstElementChild ?? null} side={side} onClose={close}>
          {text}
        </Bubble>
      )}
    </span>
  );
};

type BubbleProps = { trigger: () => Element | null; side: Side; onClose: () => void; children: string };

/** Inside the wrapper in React's tree, so that hovering the bubble counts as hovering the trigger. */
const Bubble = ({ trigger, side, onClose, children }: BubbleProps) => {
  const id = useId();
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const anchor = trigger();
    if (!anchor || !bubble.current) return;
    moveTo(bubble.current, anchor, side);
    anchor.setAttribute('aria-describedby', id);
    return () => anchor.removeAttribute('aria-describedby');
  }, [trigger, side, id]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', press);
    document.addEventListener('scroll', onClose, { capture: true, once: true });
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('scroll', onClose, { capture: true });
    };
  });

  return createPortal(
    <div ref={bubble} id={id} role="tooltip" className="bubble fixed top-0 left-0 z-50 max-w-64">
      {children}
    </div>,
    document.body,
  );
};
