/** Who may register now: pause and badge word (docs/operating.md, "Strangers"). */

/** What organisers chose in Overview. `word`: null follows festival.json, '' asks for none. */
export type Choices = { readonly paused: boolean; readonly word: string | null };

/** What holds now. `badgeWord` null: no word is asked for. */
export type AdmissionState = {
  readonly paused: boolean;
  readonly badgeWord: string | null;
  readonly wordFrom: 'overview' | 'festival.json';
};

/** Overview's choice wins over festival.json. */
export const admissionOf = ({ paused, word }: Choices, fileWord: string | null): AdmissionState =>
  word === null
    ? { paused, badgeWord: fileWord, wordFrom: 'festival.json' }
    : { paused, badgeWord: word === '' ? null : word, wordFrom: 'overview' };
