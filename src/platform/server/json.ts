/** JSON from outside: UTF-8, and of at most `DEEPEST` levels, because `JSON.parse` takes 115 ms for 2 MiB of `[[[…`. */
import { isUtf8 } from 'node:buffer';

export class JsonProblem extends Error {}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Nesting of lists and objects. A festival's export has nine levels. */
export const DEEPEST = 32;

/** @throws JsonProblem when the bytes are not UTF-8 or have more levels than `DEEPEST`. */
export function checkJson(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new JsonProblem('The body is not valid UTF-8.');
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      if (depth > DEEPEST) throw new JsonProblem('The body nests lists or objects too deeply.');
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
}
