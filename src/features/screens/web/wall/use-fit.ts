import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const TALL = '(max-aspect-ratio: 6 / 5)';
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3];

const onResize = (changed: () => void) => {
  addEventListener('resize', changed);
  // Other letters are wider or narrower.
  void document.fonts?.ready.then(changed);
  return () => removeEventListener('resize', changed);
};

/** '1920 × 1080': where letters have other room. */
const useScreenSize = (): string =>
  useSyncExternalStore(
    onResize,
    () => `${innerWidth} × ${innerHeight} ${document.fonts?.status}`,
    () => '',
  );

/** False on a screen that stands on its short side. */
export function useWide(): boolean {
  useScreenSize();
  return !matchMedia(TALL).matches;
}

/** Of a box that ends after some lines, whose letters reach a little beyond it. */
const CLAMPED = '.display-title, [class*="line-clamp"]';

function isCut(box: Element): boolean {
  const ink = box.matches(CLAMPED) ? 0.3 * Number.parseFloat(getComputedStyle(box).fontSize) : 2;
  return box.scrollHeight > box.clientHeight + ink || box.scrollWidth > box.clientWidth + ink;
}

/** Sets --fit of a page to the largest size in which nothing of it is cut off. */
export function useFit(): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  const last = useRef('');
  const size = useScreenSize();
  useLayoutEffect(() => {
    const { current: box } = page;
    const words = `${size} ${box?.textContent}`;
    if (box === null || words === last.current) return;
    last.current = words;
    const boxes = [box, ...box.querySelectorAll(`.wall-card, .display, ${CLAMPED}`)];
    for (const share of SIZES) {
      box.style.setProperty('--fit', String(share));
      if (!boxes.some(isCut)) return;
    }
  });
  return page;
}
