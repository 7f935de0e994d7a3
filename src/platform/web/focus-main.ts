/** Moves the focus to the main content without scrolling, for instance when the focused control disappears. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
