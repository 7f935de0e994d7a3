import { roomNameIn } from '#features/festival/rules/rooms.ts';
import { screenAt } from './screens.ts';

/** Parses an address as in a request (`/?q=catan`). Never throws, because anybody can send anything. */
export const readAddress = (url: string): { readonly path: string; readonly search: string } => {
  const [beforeHash = ''] = url.split('#', 1);
  const mark = beforeHash.indexOf('?');
  if (mark === -1) return { path: beforeHash, search: '' };
  return { path: beforeHash.slice(0, mark), search: beforeHash.slice(mark + 1) };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Longer than any link of ours: the search for an end takes time by the square of the length. */
const LONGEST = 500;
/** What follows a link in a sentence. */
const END = /[^\p{L}\p{N}_-]+$/u;

/**
 * Returns the address that was meant by a link that a chat app or a person changed, or null for any other:
 * '/join%23ABCD.' → '/join#ABCD'.
 */
export function mendedAddress(url: string): string | null {
  if (url.length > LONGEST) return null;
  const sent = readAddress(url);
  // A room may be called 'Bar? #1'.
  if (roomNameIn(sent.path) !== null) return null;
  const isEncoded = /%(?:23|3f)/i.test(sent.path);
  const text = (isEncoded ? url.replace(/%(?:23|3f|3d|26)/gi, decoded) : url).replaceAll('&amp;', '&');
  const [, writtenPath = '', writtenQuery = '', writtenPart = ''] = /^([^?#]*)\??([^#]*)#?(.*)/.exec(text) ?? [];
  const path = decoded(writtenPath).toLowerCase().replace(/\/+/g, '/').replace(END, '') || '/';
  const screen = screenAt(path);
  if (!screen.known) return null;
  // An app that counts clicks adds a second question mark.
  const asked = new URLSearchParams(isEncoded ? writtenQuery.replaceAll('?', '&') : writtenQuery);
  const query = new URLSearchParams(
    [...asked].map(([key, value]) => [key, key === 'q' ? value : value.replace(END, '')]),
  );
  const part = encodeURI(decoded(isEncoded ? writtenPart.replace(/[?&].*/, '') : writtenPart).replace(END, ''));
  const isMeant = screenAt(sent.path).path === path && String(query) === String(new URLSearchParams(sent.search));
  if (isMeant && part === writtenPart) return null;
  return `${path}${String(query) === '' ? '' : `?${query}`}${part === '' ? '' : `#${part}`}`;
}
