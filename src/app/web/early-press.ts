declare global {
  interface Window {
    /** The last press on this page, noted by early.js. */
    pressed?: Event;
  }
}

/**
 * Call before hydrating. Returns a function that repeats the last press until now, which nothing heard. It repeats nothing
 * once something else was pressed.
 */
export function earlyPress(): () => void {
  const { pressed } = window;
  return () => {
    if (pressed === window.pressed && pressed?.target instanceof Element) pressed.target.closest('button')?.click();
  };
}
