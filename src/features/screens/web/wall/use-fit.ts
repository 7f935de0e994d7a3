import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const TALL = '(max-aspect-ratio: 6 / 5)';
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3];
const SHARED = SIZES.slice(0, 4);

/** How often fonts came: a page whose letters were not needed before loads theirs late. */
let fontsCame = 0;

const onResize = (changed: () => void) => {
  // Other letters are wider or narrower.
  const cameIn = () => {
    fontsCame += 1;
    changed();
  };
  addEventListener('resize', changed);
  void document.fonts?.ready.then(changed);
  document.fonts?.addEventListener?.('loadingdone', cameIn);
  return () => {
    removeEventListener('resize', changed);
    document.fonts?.removeEventListener?.('loadingdone', cameIn);
  };
};

/** '1920 × 1080': where letters have other room. */
const useScreenSize = (): string =>
  useSyncExternalStore(
    onResize,
    () => `${innerWidth} × ${innerHeight} ${document.fonts?.status} ${fontsCame}`,
    () => '',
  );

/** False on a screen that stands on its short side. */
export function useWide(): boolean {
  useScreenSize();
  return !matchMedia(TALL).matches;
}

/** Of a box that ends after some lines, whose letters reach a little beyond it. */
const CLAMPED = '.display-title, .display-calls span, [class*="line-clamp"]';

function isCut(box: Element): boolean {
  const ink = box.matches(CLAMPED) ? 0.3 * Number.parseFloat(getComputedStyle(box).fontSize) : 2;
  return box.scrollHeight > box.clientHeight + ink || box.scrollWidth > box.clientWidth + ink;
}

/** Sets --fit of a box to the largest of these sizes in which the least of it is cut off: rather lines that end in dots than others. */
function fitTo(box: HTMLElement, sizes: readonly number[]): void {
  const boxes = [box, ...box.querySelectorAll(`.wall-card, .display, .display-body, ${CLAMPED}`)];
  let [least, best] = [Number.POSITIVE_INFINITY, 1];
  for (const share of sizes) {
    box.style.setProperty('--fit', String(share));
    const cut = boxes.filter(isCut).reduce((sum, one) => sum + (one.matches(CLAMPED) ? 1 : boxes.length), 0);
    if (cut < least) [least, best] = [cut, share];
    if (cut === 0) return;
  }
  box.style.setProperty('--fit', String(best));
}

/** Fits a page. One long title does not make all rooms small: they share their size as long as that is large. */
export function useFit(): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  const last = useRef('');
  const size = useScreenSize();
  useLayoutEffect(() => {
    const { current: box } = page;
    const words = `${size} ${box?.textContent}`;
    if (box === null || words === last.current) return;
    last.current = words;
    const rooms = [...box.querySelectorAll<HTMLElement>('.wall-rooms > li')];
    for (const room of rooms) room.style.removeProperty('--fit');
    fitTo(box, rooms.length === 0 ? SIZES : SHARED);
    const shared = Number(box.style.getPropertyValue('--fit'));
    const smaller = SIZES.filter((share) => share <= shared);
    for (const room of rooms) fitTo(room, smaller);
  });
  return page;
}
