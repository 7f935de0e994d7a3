/** Moves the focus to the main content without scrolling, for instance when the focused control disappears. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** A `ref`: when the element disappears with the focus in it, focuses the nearest ancestor that takes the focus, such as `main`. */
export const passFocusOn = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
};
