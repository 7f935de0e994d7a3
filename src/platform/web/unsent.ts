/** A flag in local storage says whether there are any, so that most pages never load unsent-writes.ts. */
import { channel } from './channel.ts';
import { safeStorage } from './safe-storage.ts';

/** The title, and the sentence where the server sent none. */
export const OUTCOMES = {
  done: { title: 'Success!', sentence: '' },
  full: { title: 'The event is full', sentence: 'This event is full.' },
  closed: { title: 'Too late', sentence: 'Nothing reached the server in time.' },
  refused: { title: 'Not accepted', sentence: 'Please try again.' },
  unknown: { title: 'Not confirmed', sentence: 'Ask event staff.' },
} as const;

export type End = { readonly outcome: keyof typeof OUTCOMES; readonly sentence?: string };

export type Unsent<Body = unknown> = {
  /** A device's clock can jump, so this is no time. */
  readonly order: number;
  /** Also the Idempotency-Key. */
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
  /** Not sent for the first time after this. */
  readonly until: string;
  /** Deleted after this, however it ended. */
  readonly dropAt?: string;
  /** Whether a request was begun, so that the server may have it. */
  readonly sent: boolean;
  /** Undefined while it waits. */
  readonly end?: End & { readonly at: string };
};
export type Ended<Body = unknown> = Unsent<Body> & Required<Pick<Unsent, 'end'>>;

export const hasEnded = <Body>(write: Unsent<Body>): write is Ended<Body> => write.end !== undefined;
export const sentenceOfEnd = ({ outcome, sentence }: End): string => sentence ?? OUTCOMES[outcome].sentence;

/** By the badge word, by unlocking, or by opening another helper's link. */
export const needsPerson = ({ code = '' }: { code?: string | undefined }): boolean =>
  ['BADGE_WORD', 'LOCKED', 'NOT_YOUR_JOB'].includes(code);

const FLAG = 'unsent';
const changes = channel();

export const hasUnsent = (): boolean => safeStorage.get(FLAG) !== null;

/** The text is never the same twice, so all other tabs hear of it. */
export function flagUnsent(count: number): void {
  safeStorage.set(FLAG, count === 0 ? null : `${count} ${Math.random()}`);
  changes.tell();
}

export function onUnsent(listener: () => void): () => void {
  // The key is null when all of local storage was cleared.
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key === FLAG) listener();
  };
  const stop = changes.listen(listener);
  addEventListener('storage', elsewhere);
  return () => {
    stop();
    removeEventListener('storage', elsewhere);
  };
}
