export type Side = 'top' | 'bottom' | 'left' | 'right';

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

/**
 * Returns the bubble's position in window pixels: on the preferred side, else on the opposite one, always inside the
 * window.
 */
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

export const moveTo = (bubble: HTMLElement, anchor: Element, side: Side): void => {
  const view = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
  const { x, y } = position(side, anchor.getBoundingClientRect(), bubble.getBoundingClientRect(), view);
  bubble.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
};
