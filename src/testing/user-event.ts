/**
 * user-event without its pauses, except in `clear` and `tab`, which have no such option. A pause follows each input and
 * is a timer of one millisecond or more: together a sixth of the time of a page's tests.
 */
import { screen, waitFor } from '@testing-library/react';
import direct from '@testing-library/user-event';
import { expect } from 'vitest';

const AT_ONCE = { delay: null };

export const userEvent = {
  ...direct,
  click: (element: Element) => direct.click(element, AT_ONCE),
  dblClick: (element: Element) => direct.dblClick(element, AT_ONCE),
  keyboard: (keys: string) => direct.keyboard(keys, AT_ONCE),
  paste: (text: string) => direct.paste(text, AT_ONCE),
  selectOptions: (select: Element, values: string | string[]) => direct.selectOptions(select, values, AT_ONCE),
  type: (element: Element, text: string) => direct.type(element, text, AT_ONCE),
};

/** Finds a dialog that takes touches. Radix takes them from the page a moment before it gives them to its panel. */
export const findDialog = async (name: string | RegExp = /./) => {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  return dialog;
};
