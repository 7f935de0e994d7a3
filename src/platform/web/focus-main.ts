/** Moves the focus to the page, because the focused control has disappeared. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
