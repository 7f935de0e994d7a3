declare global {
  interface Window {
    /** The last click, key or input before hydration, noted by early.js. */
    pressed?: Event | undefined;
  }
}

/** An older press is not repeated: the person may have given up. */
const OLDEST_MS = 10_000;

const nameOf = (button: HTMLElement): string => button.getAttribute('aria-label') ?? button.textContent;

/**
 * Call before hydrating. Returns a function that repeats the last press until now, which had no handler yet. It repeats
 * nothing once something else was pressed or typed, which it would take the focus from, and nothing when the button says something else after hydration.
 */
export function earlyPress(): () => void {
  const { pressed } = window;
  const button =
    pressed?.type === 'click' && pressed.target instanceof Element ? pressed.target.closest('button') : null;
  const name = button && nameOf(button);
  return () => {
    const isLast = pressed === window.pressed;
    window.pressed = undefined;
    if (button === null || pressed === undefined || !isLast) return;
    if (nameOf(button) === name && performance.now() - pressed.timeStamp < OLDEST_MS) button.click();
  };
}
