/**
 * user-event without its pauses, except in `clear` and `tab`, which have no such option. A pause follows each input and
 * is a timer of one millisecond or more: together a sixth of the time of a page's tests.
 */
import { screen, waitFor } from '@testing-library/react';
import direct from '@testing-library/user-event';
import { expect } from 'vitest';

const AT_ONCE = { delay: null };

/** Radix takes touches from the page a moment before it gives them to the panel of a dialog. */
const untilReachable = async (element: Element): Promise<void> => {
  const dialog = element.closest<HTMLElement>('[role="dialog"]');
  const isReachable = () => document.body.style.pointerEvents !== 'none' || dialog?.style.pointerEvents === 'auto';
  if (dialog !== null && !isReachable()) await waitFor(() => expect(isReachable()).toBe(true));
};

export const userEvent = {
  ...direct,
  async click(element: Element) {
    await untilReachable(element);
    await direct.click(element, AT_ONCE);
  },
  dblClick: (element: Element) => direct.dblClick(element, AT_ONCE),
  keyboard: (keys: string) => direct.keyboard(keys, AT_ONCE),
  paste: (text: string) => direct.paste(text, AT_ONCE),
  selectOptions: (select: Element, values: string | string[]) => direct.selectOptions(select, values, AT_ONCE),
  async type(element: Element, text: string) {
    await untilReachable(element);
    await direct.type(element, text, AT_ONCE);
  },
};

/** Finds a dialog that takes touches. */
export const findDialog = async (name: string | RegExp = /./) => {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  return dialog;
};
