/** Everything that goes wrong in a browser while a journey runs. None of it may, unless the journey says which. */
import type { BrowserContext } from '@playwright/test';

export type Trouble = ReturnType<typeof troubleLog>;

/** What the browser stops by itself when a page is left, such as its live connection. */
const LEFT_BEHIND = 'net::ERR_ABORTED';

/** Without a Discord bot there are no announcements to be had, and the page says so. */
export const NOT_CONNECTED = /503.*\/api\/discord\/announcements/s;

const VIOLATION = 'Content-Security-Policy refused';

const reportViolations = (words: string) =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    reportError(new Error(`${words}: ${violatedDirective} ${blockedURI} ${sourceFile ?? ''}`)),
  );

export function troubleLog() {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  return {
    /** This has to happen, as often as it likes; it is no failure. */
    expect: (pattern: RegExp) => void expected.push(pattern),
    /** This may happen, for instance while a page has no network. */
    allow: (pattern: RegExp) => void allowed.push(pattern),
    add: (what: string) => void seen.push(what),

    async watch(context: BrowserContext): Promise<void> {
      await context.addInitScript(reportViolations, VIOLATION);
      context.on('console', (message) => {
        if (!['error', 'warning', 'assert'].includes(message.type())) return;
        seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => seen.push(`uncaught: ${error.error().stack || error.error().message}`));
      context.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? 'unknown';
        if (why !== LEFT_BEHIND) seen.push(`request failed: ${why} ${request.method()} ${request.url()}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 500) seen.push(`answer ${response.status()}: ${response.url()}`);
      });
    },

    /** What went wrong and was not expected, and what was expected and never came. */
    verdict: (): string[] => [
      ...seen.filter((what) => ![...expected, ...allowed].some((pattern) => pattern.test(what))),
      ...expected
        .filter((pattern) => !seen.some((what) => pattern.test(what)))
        .map((pattern) => `expected but never seen: ${pattern}`),
    ],
  };
}
