/**
 * What the journeys of engines other than Chromium need of a browser. Both drivers take the same key and pointer actions, and run
 * functions in the page.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** One browser, driven over its own protocol. */
export type Driver = {
  navigate(url: string): Promise<void>;
  /** Runs a function of the page, given as source, with JSON arguments; its result, also a promise's, comes back as JSON. */
  call(source: string, args: readonly unknown[]): Promise<unknown>;
  act(actions: readonly object[]): Promise<void>;
  /** The page as a PDF of A4. */
  print(): Promise<Buffer>;
  close(): Promise<void>;
};

/** The fullest wait for something to appear: the machine may be busy. */
const LONGEST = 30_000;
const POLL = 100;

export type Device = ReturnType<typeof deviceOn>;

/** `where` is a selector of a part of the page, or of a dialog; `name` is what people read on the thing to press. */
export function deviceOn(driver: Driver, origin: string) {
  const run = async <T, A extends readonly unknown[]>(act: (...args: A) => T, ...args: A): Promise<Awaited<T>> =>
    (await driver.call(act.toString(), args)) as Awaited<T>;

  /** Waits until the function returns something truthy in the page, also across navigations. */
  async function until<T, A extends readonly unknown[]>(what: string, act: (...args: A) => T, ...args: A) {
    const end = Date.now() + LONGEST;
    for (;;) {
      const result = await run(act, ...args).catch(() => null);
      if (result) return result as NonNullable<Awaited<T>>;
      if (Date.now() > end)
        throw new Error(`waited in vain for ${what}\n${await run(() => document.body.textContent)}`);
      await pause(POLL);
    }
  }

  async function press(name: string, where = 'body'): Promise<void> {
    const point = await until(`${name} to press`, spotOf, name, where);
    const move = {
      type: 'pointerMove',
      x: Math.round(point.x),
      y: Math.round(point.y),
      duration: 0,
      origin: 'viewport',
    };
    const down = { type: 'pointerDown', button: 0 };
    const actions = [move, down, { type: 'pointerUp', button: 0 }];
    await driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  return {
    run,
    until,
    press,
    print: driver.print,
    close: driver.close,

    /** Errors and warnings of all pages since the last call. */
    complaints: () =>
      run(() => {
        const complaints: string[] = JSON.parse(sessionStorage.getItem('complaints') ?? '[]');
        sessionStorage.removeItem('complaints');
        return complaints;
      }),

    /** Opens an address and waits until React answers to presses. */
    async open(path: string): Promise<void> {
      await driver.navigate(origin + path);
      await until(`${path} to hydrate`, () => document.documentElement.dataset.alive !== undefined);
    },

    /** Presses a field and types. */
    async type(label: string, text: string): Promise<void> {
      await press(label, '[role=dialog]');
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await driver.act([{ type: 'key', id: 'keys', actions: keys }]);
    },

    /** Waits until the part of the page reads this. WebKit's `innerText` leaves out cards that are not on the screen yet. */
    reads: (text: string, where = '#root') =>
      until(
        `“${text}” in ${where}`,
        (words, part) =>
          [...document.querySelectorAll<HTMLElement>(part)].some((each) => each.textContent.includes(words)),
        text,
        where,
      ),
  };
}

/** In every page: writes down what goes wrong, because WebKitGTK's driver does not tell. */
function writeComplaints() {
  const add = (what: string) => {
    const before = JSON.parse(sessionStorage.getItem('complaints') ?? '[]');
    sessionStorage.setItem('complaints', JSON.stringify([...before, what]));
  };
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...words: unknown[]) => add(`console ${level}: ${words.map(String).join(' ')}`);
  }
  addEventListener('error', ({ message }) => add(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => add(`unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    add(`refused: ${violatedDirective} ${blockedURI}`),
  );
}
export const FIRST_SCRIPT = `(${writeComplaints})()`;

/** In the page: the middle of the button, link or field with this name, once it stands still and nothing covers it. */
async function spotOf(name: string, where: string) {
  const parts = [...document.querySelectorAll(where)].flatMap((part) => [
    ...part.querySelectorAll<HTMLElement>('button, a, input, [role=button]'),
  ]);
  const named = (each: HTMLElement) =>
    [each.getAttribute('aria-label'), each.textContent, (each as HTMLInputElement).labels?.[0]?.textContent].some(
      (words) =>
        words
          ?.replace(/\s+/g, ' ')
          .replace(/ \*|, news$/, '')
          .trim()
          .toLowerCase() === name.toLowerCase(),
    );
  const found = parts.find(
    (each) => named(each) && !(each as HTMLButtonElement).disabled && each.offsetParent !== null,
  );
  if (found === undefined) return null;
  // A font or an animation may move it yet.
  const moves = ({ effect, playState }: Animation) =>
    playState === 'running' && effect instanceof KeyframeEffect && effect.target?.contains(found) === true;
  if (document.fonts.status !== 'loaded' || document.getAnimations().some(moves)) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const middle = () => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const before = middle();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const after = middle();
  if (before.x !== after.x || before.y !== after.y) return null;
  const top = document.elementFromPoint(after.x, after.y);
  return top !== null && (found.contains(top) || top.contains(found)) ? after : null;
}

/** Starts a program that ends with this one at the latest. */
export const start = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8').resume();
  child.stderr.setEncoding('utf8').resume();
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
};

/** Waits until the program prints something that matches. */
export const printed = (child: ReturnType<typeof start>, what: RegExp): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let output = '';
    const hear = (text: string) => {
      output += text;
      const found = what.exec(output);
      if (found !== null) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}: ${output}`)));
  });

/** Ends a program by its id and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}
