/** Which addresses in chat messages become links. */

/** Removes a full stop or bracket after an address that belongs to the sentence. */
export function withoutEnd(address: string): string {
  let end = address.length;
  const opens = address.indexOf('(');
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const closes = last === ')' && (opens === -1 || opens >= end);
    if (!closes && !SENTENCE_MARKS.has(last)) break;
  }
  return address.slice(0, end);
}

const SENTENCE_MARKS = new Set('.,:;!?\'"*_~|]}');

/**
 * http or https and a plain host; a user name before the host, as in http://bank.example@evil.example, would mislead.
 */
const WEB_ADDRESS = /^https?:\/\/[\p{L}\p{N}_.-]+(?::\d{1,5})?(?:[/?#]|$)/iu;

export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);
