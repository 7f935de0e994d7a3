/** The three tests of a dialog that sends something: what it sends, a refusal, and no network. */
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useToasts } from '#platform/web/ui/toast.ts';
import { answerCalls, type Heard, type Reply, renderInPage } from './page.tsx';
import { findDialog, userEvent } from './user-event.ts';

/** A dialog that is open until it closes itself or a person closes it. */
export function Opened({ children }: { children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? children(() => setOpen(false)) : null;
}

type Sending = {
  /** Draws the dialog, or the page and presses what opens it. */
  readonly open: () => unknown;
  /** The dialog's title, where it is a name that would say nothing at the beginning of a test's title. */
  readonly title?: string;
  /** Types what is to be sent. */
  readonly fill?: () => Promise<void>;
  readonly press: string;
  /** The button's words while it is sent. */
  readonly busy: string;
  readonly call: string;
  readonly body: unknown;
  /** Of the server, when it has written. */
  readonly answer: Reply;
  /** Replies to what else the screen asks for. */
  readonly others?: Parameters<typeof answerCalls>[0];
  /** Text on the page after the answer. */
  readonly done: string | RegExp;
  /** Text beside the server's sentence after a refusal. */
  readonly failed?: string;
  /** The field that the server refuses, and its label. */
  readonly refusedField?: readonly [field: string, label: RegExp];
  /** What a toast says without network, where the dialog itself says nothing. */
  readonly lostToast?: RegExp;
  /** The call has an Idempotency-Key. */
  readonly hasKey?: boolean;
  /** A dialog is open after the answer, too: this one for the next, or what it has made. */
  readonly staysOpen?: boolean;
};

const REFUSAL = 'The server says why not.';
const UUID = /^[0-9a-f-]{36}$/;

/** Values of all fields of the open dialog, in order. */
const typed = () =>
  [...screen.getByRole('dialog').querySelectorAll<HTMLInputElement>('input, select, textarea')].map(
    ({ value }) => value,
  );

/** Declares the three tests of a dialog. Their titles begin with `dialog`, which is its title unless `title` gives that. */
export function itSendsLikeEveryDialog(dialog: string, sending: Sending): void {
  const {
    open,
    title = dialog,
    fill,
    press,
    busy,
    call,
    body,
    answer,
    others,
    done,
    failed,
    refusedField,
    lostToast,
    hasKey = false,
    staysOpen = false,
  } = sending;
  const button = () => screen.getByRole('button', { name: press });

  /** Opens and fills the dialog, and presses its button. */
  const send = async (reply: (heard: Heard) => Reply | Promise<Reply>) => {
    const log = answerCalls({ ...others, [call]: reply });
    await open();
    await findDialog(title);
    await fill?.();
    await userEvent.click(button());
    return () => log.filter((heard) => heard.call === call);
  };
  const keysOf = (sent: readonly Heard[]) => sent.map(({ headers }) => headers['idempotency-key']);

  it(`${dialog} sends what was typed, once, says so and ${staysOpen ? 'stays' : 'closes'}`, async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const sent = await send(() => promise);
    await userEvent.click(await screen.findByRole('button', { name: busy }));
    expect(screen.getByRole('button', { name: busy }).getAttribute('aria-disabled')).toBe('true');
    resolve(answer);
    await screen.findByText(done);
    await waitFor(() => expect(screen.queryByRole('dialog') !== null).toBe(staysOpen));
    expect(sent().map((heard) => heard.body)).toEqual([body]);
    expect(keysOf(sent())).toEqual([hasKey ? expect.stringMatching(UUID) : undefined]);
  });

  it(`${dialog} says why the server refuses, keeps what was typed, and offers to send it again`, async () => {
    let before: string[] = [];
    await send(() => {
      before = typed();
      return { status: 409, body: { code: 'TOO_MANY_HERE', message: REFUSAL, field: refusedField?.[0] } };
    });
    expect((await screen.findAllByText(REFUSAL)).length).toBeGreaterThan(0);
    if (failed !== undefined) await screen.findByText(failed);
    if (refusedField !== undefined) {
      const field = within(screen.getByRole('dialog')).getByLabelText(refusedField[1]);
      expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
    }
    expect(typed()).toEqual(before);
    expect(button().getAttribute('aria-disabled')).toBeNull();
  });

  it(`${dialog} says that there is no network, keeps what was typed, and can send it again`, async () => {
    let isLost = true;
    let before: string[] = [];
    const sent = await send(() => {
      if (!isLost) return answer;
      before = typed();
      throw new TypeError('Failed to fetch');
    });
    if (lostToast !== undefined) await screen.findByText(lostToast);
    else {
      await within(screen.getByRole('dialog')).findByText(/^No connection\./);
      // The dialog says it, so a toast would only repeat it.
      expect(renderHook(useToasts).result.current).toEqual([]);
    }
    expect(typed()).toEqual(before);
    isLost = false;
    await userEvent.click(button());
    await screen.findByText(done);
    expect(sent().map((heard) => heard.body)).toEqual([body, body]);
    // The server may have written at the first try.
    if (hasKey) expect(new Set(keysOf(sent())).size).toBe(1);
  });
}

/** Draws a dialog alone on a page. */
export const renderDialog = (
  dialog: (onClose: () => void) => ReactNode,
  around: { readonly events?: FestivalEvent[]; readonly admin?: boolean } = {},
) => renderInPage(<Opened>{dialog}</Opened>, around);
