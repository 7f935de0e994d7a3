/**
 * Asks for the badge word. The server requires it for a device's first write; this asks the person and sends the same
 * request again with the word. It works for every form, because it wraps `platform/web/api.ts`.
 */
import { useSyncExternalStore } from 'react';
import { BADGE_WORD_HEADER } from '#features/access/rules/sessions.ts';
import { ApiError, type Challenge } from '#platform/web/api.ts';
import { channel } from '#platform/web/channel.ts';

/** `dialog`: never needed (its code is not loaded), open, or closed again. */
type Asked = {
  readonly dialog: 'never' | 'open' | 'closed';
  readonly isChecking: boolean;
  readonly problem: string | undefined;
};

const NEVER: Asked = { dialog: 'never', isChecking: false, problem: undefined };
const CLOSED: Asked = { ...NEVER, dialog: 'closed' };
let asked = NEVER;
/** The typed word. Sent with every write until one succeeds: the device is known from then on. */
let word: string | null = null;
/** Requests that wait for the word; false when the person cancels. */
let pending: ((again: boolean) => void)[] = [];
const changes = channel();

const change = (part: Partial<Asked>) => {
  asked = { ...asked, ...part };
  changes.tell();
};

const settle = (again: boolean) => {
  const all = pending;
  pending = [];
  for (const resolve of all) resolve(again);
};

const isAboutWord = ({ code, field }: ApiError): boolean =>
  code === 'BADGE_WORD' || (code === 'TOO_FAST' && field === 'word');

const gaveUp = (): ApiError =>
  new ApiError(
    { status: 401, statusText: '', retryAfter: null },
    JSON.stringify({ code: 'BADGE_WORD', message: 'Nothing was saved. Try again with the word on your badge.' }),
  );

export const badgeWordChallenge: Challenge = {
  headers: () => (word === null ? {} : { [BADGE_WORD_HEADER]: encodeURIComponent(word) }),
  async answer(error) {
    if (!isAboutWord(error)) return false;
    // The first refusal opens the question; a refusal after a typed word shows what is wrong with it.
    change({ dialog: 'open', isChecking: false, problem: word === null ? undefined : error.sentence });
    const again = await new Promise<boolean>((resolve) => pending.push(resolve));
    if (!again) throw gaveUp();
    return true;
  },
  passed(isOk) {
    if (isOk) word = null;
    if (asked.isChecking) change(CLOSED);
  },
};

export const sayWord = (typed: string): void => {
  word = typed;
  change({ isChecking: true, problem: undefined });
  settle(true);
};

export const giveUpWord = (): void => {
  word = null;
  change(CLOSED);
  settle(false);
};

/** The dialog's code did not load. */
export const dropWordDialog = (): void => {
  giveUpWord();
  change(NEVER);
};

/** Resets the state, for tests. */
export const forgetBadgeWord = (): void => {
  word = null;
  settle(false);
  change(NEVER);
};

export const useBadgeWord = (): Asked =>
  useSyncExternalStore(
    changes.listen,
    () => asked,
    () => NEVER,
  );
