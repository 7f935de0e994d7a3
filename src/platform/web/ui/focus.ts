import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * One Tab stop for a toolbar, with the left and right arrow keys inside. Set in the page and not rendered, because
 * without script the Tab key has to reach every control.
 */
export function useArrowKeys() {
  const row = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(null);
  const controls = () => [...(row.current?.querySelectorAll<HTMLElement>('a, button, select') ?? [])];

  const setStop = () => {
    const all = controls();
    const stop = all.find((control) => control === last.current) ?? all[0];
    for (const control of all) control.tabIndex = control === stop ? 0 : -1;
  };
  useEffect(setStop);

  return {
    ref: row,
    onFocus(event: FocusEvent<HTMLElement>) {
      last.current = event.target;
      setStop();
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = STEPS[event.key];
      if (step === undefined) return;
      const all = controls();
      event.preventDefault();
      all.at((all.indexOf(event.target as HTMLElement) + step) % all.length)?.focus();
    },
  };
}

/** Without scrolling, for instance when the focused control disappears. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** A `ref` callback: an element that unmounts with the focus in it focuses its nearest ancestor with tabindex -1. */
export const focusAncestorOnUnmount = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
};

/** For onKeyDown: a held Enter key would repeat clicks. */
export const ignoreRepeats = (pressed: KeyboardEvent): void => {
  if (pressed.repeat) pressed.preventDefault();
};

/** For onSubmit where the list follows the typing: Search on a phone's keyboard only hides the keyboard. */
export const hideKeyboard = (submitted: FormEvent<HTMLFormElement>): void => {
  submitted.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};
