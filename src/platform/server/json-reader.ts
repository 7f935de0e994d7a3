/** Reads the parts of a JSON text from its bytes. `json.ts` puts them together, and yields between them. */
export class JsonProblem extends Error {}

export const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
export const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const tooLong = (): JsonProblem => new JsonProblem('The body holds a text of more than 4 MiB.');
export const notJson = (): JsonProblem => new JsonProblem('The body is not valid JSON.');

export type Container = unknown[] | Record<string, unknown>;

/** Bytes of one string; the longest is a programme's table. A string is read in one step of at most some 15 ms. */
const LONGEST_STRING = 4 * 1024 * 1024;
/** Quotes inspected between two yields. */
const QUOTES = 10_000;
/** More characters than any program writes for a number. */
const LONGEST_NUMBER = 100;
/** Consecutive white space; indented files have some. */
const BLANKS = 100_000;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none inside strings
const CONTROL = /[\u0000-\u001f]/;
const WORDS: readonly (readonly [Buffer, unknown])[] = [
  [Buffer.from('true'), true],
  [Buffer.from('false'), false],
  [Buffer.from('null'), null],
];
const BOM = Buffer.from('\ufeff');
/** Digits of an integer that fits a double exactly. */
const EXACT = 15;
/** A string of this many characters counts as a step of its own. */
const LONG = 100_000;

export class JsonReader {
  readonly #bytes: Buffer;
  #at = 0;
  /** End of the string being searched; before `#at` there is none. */
  #end = -1;
  /** Whether the last string was long enough to yield after it. */
  wasLong = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    // Some programs write a byte-order mark.
    if (bytes.subarray(0, BOM.length).equals(BOM)) this.#at = BOM.length;
  }

  /** Returns the next byte that is not white space. */
  #next(): number | undefined {
    for (let blanks = 0; blanks < BLANKS; blanks++) {
      const byte = this.#bytes[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.#at++;
    }
    throw notJson();
  }

  #takes(byte: number): boolean {
    if (this.#next() !== byte) return false;
    this.#at++;
    return true;
  }

  open(): Container | null {
    if (this.#takes(OPEN_LIST)) return [];
    return this.#takes(OPEN_OBJECT) ? {} : null;
  }

  closes(container: Container): boolean {
    return this.#takes(Array.isArray(container) ? CLOSE_LIST : CLOSE_OBJECT);
  }

  /** Returns whether a comma follows rather than the end of the container. */
  hasNext(container: Container): boolean {
    if (this.#takes(COMMA)) return true;
    if (this.closes(container)) return false;
    throw notJson();
  }

  isString(): boolean {
    return this.#next() === QUOTE;
  }

  key(): string {
    const key = this.string();
    if (!this.#takes(COLON)) throw notJson();
    return key;
  }

  scalar(): unknown {
    if (isOfNumber(this.#bytes[this.#at])) return this.#number();
    for (const [word, value] of WORDS) {
      if (!this.#bytes.subarray(this.#at, this.#at + word.length).equals(word)) continue;
      this.#at += word.length;
      return value;
    }
    throw notJson();
  }

  end(): void {
    if (this.#next() !== undefined) throw notJson();
  }

  /** Searches for the end of the string that begins here. Returns false when the caller must yield and call again. */
  findString(): boolean {
    if (this.#next() !== QUOTE) throw notJson();
    const start = this.#at + 1;
    if (this.#end < start) this.#end = this.#at;
    for (let looked = 0; looked < QUOTES; looked++) {
      this.#end = this.#bytes.indexOf(QUOTE, this.#end + 1);
      if (this.#end === -1) throw notJson();
      if (this.#end - start > LONGEST_STRING) throw tooLong();
      if (!this.#isEscaped(this.#end, start)) return true;
    }
    return false;
  }

  /** Returns the string whose end was found. */
  string(): string {
    const start = this.#at + 1;
    const text = this.#bytes.toString('utf8', start, this.#end);
    this.#at = this.#end + 1;
    this.wasLong = text.length > LONG;
    if (!text.includes('\\')) {
      if (CONTROL.test(text)) throw notJson();
      return text;
    }
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      throw notJson();
    }
  }

  /** Returns whether an odd number of backslashes precedes the position. */
  #isEscaped(at: number, start: number): boolean {
    let before = at;
    while (before > start && this.#bytes[before - 1] === BACKSLASH) before--;
    return (at - before) % 2 === 1;
  }

  #number(): number {
    const start = this.#at;
    let whole = 0;
    while (isDigit(this.#bytes[this.#at]) && this.#at - start <= EXACT) {
      whole = whole * 10 + (this.#bytes[this.#at] ?? 0) - 0x30;
      this.#at++;
    }
    const digits = this.#at - start;
    // Fast path for short integers. A leading zero takes the slow path, which refuses it in "01".
    if (digits > 0 && digits <= EXACT && this.#bytes[start] !== 0x30 && !isOfNumber(this.#bytes[this.#at]))
      return whole;
    while (isOfNumber(this.#bytes[this.#at]) && this.#at - start < LONGEST_NUMBER) this.#at++;
    const text = this.#bytes.toString('latin1', start, this.#at);
    // A longer number fails on the rest.
    if (!NUMBER.test(text) || isOfNumber(this.#bytes[this.#at])) throw notJson();
    return Number(text);
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
/** Digits, signs, dot and exponent. */
const isOfNumber = (byte: number | undefined): boolean =>
  isDigit(byte) || byte === 0x2d || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45;
