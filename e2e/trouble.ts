/** Collects everything that goes wrong in a browser during a journey; a journey must name what it expects. */
import type { BrowserContext } from '@playwright/test';

export type Trouble = ReturnType<typeof troubleLog>;

/** Requests the browser cancels when a page is left, such as the live stream. */
const LEFT_BEHIND = 'net::ERR_ABORTED';

/** Without a Discord bot there are no announcements, and the page says so. */
export const NOT_CONNECTED = /503.*\/api\/discord\/announcements/s;

/** What Playwright says where playwright.config.ts has it block workers. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

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
    /** Must happen at least once; is not a failure. */
    expect: (pattern: RegExp) => void expected.push(pattern),
    /** May happen, for instance while a page has no network. */
    allow: (pattern: RegExp) => void allowed.push(pattern),
    add: (what: string) => void seen.push(what),

    async watch(context: BrowserContext): Promise<void> {
      await context.addInitScript(reportViolations, VIOLATION);
      context.on('console', (message) => {
        if (!['error', 'warning', 'assert'].includes(message.type())) return;
        if (message.text().startsWith(BLOCKED_WORKER)) return;
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

    /** Unexpected problems, and expected ones that did not happen. */
    verdict: (): string[] => [
      ...seen.filter((what) => ![...expected, ...allowed].some((pattern) => pattern.test(what))),
      ...expected
        .filter((pattern) => !seen.some((what) => pattern.test(what)))
        .map((pattern) => `expected but never seen: ${pattern}`),
    ],
  };
}
