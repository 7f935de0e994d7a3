import type { FormEvent, KeyboardEvent } from 'react';

/** For onKeyDown: a held Enter key would repeat clicks. */
export const ignoreRepeats = (pressed: KeyboardEvent): void => {
  if (pressed.repeat) pressed.preventDefault();
};

/** For onSubmit where the list follows the typing: Search on a phone's keyboard only hides the keyboard. */
export const hideKeyboard = (submitted: FormEvent<HTMLFormElement>): void => {
  submitted.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};
