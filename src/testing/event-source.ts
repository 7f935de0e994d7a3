/** The browser's live streams and its channel between pages, for tests; jsdom has neither. */

/** An EventSource that is open at once. */
export class Wire extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: Wire[] = [];
  static get latest(): Wire {
    return Wire.all.at(-1) as Wire;
  }
  static get open(): Wire[] {
    return Wire.all.filter(({ readyState }) => readyState !== Wire.CLOSED);
  }
  readyState: number = Wire.OPEN;
  readonly asked: URLSearchParams;

  constructor(address: string) {
    super();
    this.asked = new URL(address, 'https://festival.test').searchParams;
    Wire.all.push(this);
  }
  close() {
    this.readyState = Wire.CLOSED;
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
  say(type: string, position: number, data: object = {}) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: String(position) }));
  }
}

/** A BroadcastChannel whose messages arrive before the next timer. */
export class PageChannel extends EventTarget {
  /** The open ones, in the order in which their pages joined. */
  static all = new Set<PageChannel>();
  readonly name: string;
  /** What the page has yet to do since it was frozen; null when it runs. */
  #queued: (() => void)[] | null = null;

  constructor(name: string) {
    super();
    this.name = name;
    PageChannel.all.add(this);
  }
  postMessage(message: unknown) {
    if (this.#queued !== null) return;
    const data = structuredClone(message);
    for (const other of PageChannel.all) {
      const deliver = () => other.dispatchEvent(new MessageEvent('message', { data }));
      if (other !== this && other.name === this.name) queueMicrotask(() => other.run(deliver));
    }
  }
  /** Does something in the page, once it is not frozen. */
  run(act: () => void) {
    if (this.#queued !== null) this.#queued.push(act);
    else if (PageChannel.all.has(this)) act();
  }
  /** The page says nothing and hears nothing, as one that the browser froze or that crashed. */
  freeze() {
    this.#queued ??= [];
  }
  wake() {
    const queued = this.#queued ?? [];
    this.#queued = null;
    for (const act of queued) this.run(act);
  }
  close() {
    PageChannel.all.delete(this);
  }
}
