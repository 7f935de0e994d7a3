/** Moves the focus to the main content without scrolling, for instance when the focused control disappears. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** A `ref` callback. When the element unmounts with the focus in it, focuses its nearest ancestor with tabindex -1, such as `main`. */
export const focusAncestorOnUnmount = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
};
