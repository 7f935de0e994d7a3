/**
 * The badge word of this page. The server asks it of a device's first write; then the person is asked, and the same request
 * is sent again with the word. Which form it came from does not matter: everything happens around `platform/web/api.ts`.
 */
import { useSyncExternalStore } from 'react';
import { ApiError, type Challenge } from '#platform/web/api.ts';

/** `dialog`: never needed yet (its code isn't fetched), open, or closed again. */
type Asked = {
  readonly dialog: 'never' | 'open' | 'closed';
  readonly isChecking: boolean;
  readonly problem: string | undefined;
};

const NEVER: Asked = { dialog: 'never', isChecking: false, problem: undefined };
let asked = NEVER;
/** What was typed. Sent with every write until one succeeded: from then on the device is known. */
let word: string | null = null;
/** Requests that wait for the person, who may also give up. */
let waiting: ((again: boolean) => void)[] = [];
const listeners = new Set<() => void>();

const change = (part: Partial<Asked>) => {
  asked = { ...asked, ...part };
  for (const listener of listeners) listener();
};

const settle = (again: boolean) => {
  const all = waiting;
  waiting = [];
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
  headers: () => (word === null ? {} : { 'x-badge-word': encodeURIComponent(word) }),
  async answer(error) {
    if (!isAboutWord(error)) return false;
    // The first refusal asks; one that follows a typed word says what is wrong with it.
    change({ dialog: 'open', isChecking: false, problem: word === null ? undefined : error.sentence });
    const again = await new Promise<boolean>((resolve) => waiting.push(resolve));
    if (!again) throw gaveUp();
    return true;
  },
  passed(isOk) {
    if (isOk) word = null;
    if (asked.isChecking) change({ dialog: 'closed', isChecking: false, problem: undefined });
  },
};

export const sayWord = (typed: string): void => {
  word = typed;
  change({ isChecking: true, problem: undefined });
  settle(true);
};

export const giveUpWord = (): void => {
  word = null;
  change({ dialog: 'closed', isChecking: false, problem: undefined });
  settle(false);
};

/** The dialog's code didn't arrive. */
export const dropWordDialog = (): void => {
  giveUpWord();
  change(NEVER);
};

/** Forgets everything, for tests. */
export const forgetBadgeWord = (): void => {
  word = null;
  settle(false);
  change(NEVER);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useBadgeWord = (): Asked =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => NEVER,
  );
