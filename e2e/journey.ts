/** Fixtures of every journey: a program, a page, and a check for unexpected errors. */
import { relative } from 'node:path';
import { type BrowserContextOptions, test as base, expect as baseExpect, type Page } from '@playwright/test';
import { noteCost } from './costs.ts';
import { type Organiser, organiserOf } from './organiser.ts';
import { type Program, repository, type Settings, startProgram } from './program.ts';
import { type Trouble, troubleLog } from './trouble.ts';

type ForOneTest = {
  costs: null;
  /** Set with `test.use`: the test gets a program of its own, started with these settings. */
  ownSettings: Settings | null;
  program: Program;
  organiser: Organiser;
  trouble: Trouble;
  /** Another device with its own cookies. */
  otherPage: (options?: BrowserContextOptions) => Promise<Page>;
};

type ForOneWorker = { sharedProgram: Program };

export const test = base.extend<ForOneTest, ForOneWorker>({
  ownSettings: [null, { option: true }],

  sharedProgram: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],

  costs: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern
    async ({}, use, { file }) => {
      await use(null);
      if (process.env.TEST_COSTS !== undefined) noteCost(relative(repository, file));
    },
    { auto: true },
  ],

  program: async ({ sharedProgram, ownSettings }, use) => {
    if (ownSettings === null) return use(sharedProgram);
    const program = await startProgram(ownSettings);
    await use(program);
    await program.stop();
  },

  baseURL: async ({ program }, use) => use(program.origin),

  trouble: [
    async ({ program }, use) => {
      const trouble = troubleLog();
      await use(trouble);
      for (const complaint of program.complaints()) trouble.add(complaint);
      expect(trouble.verdict(), 'what went wrong unexpectedly').toEqual([]);
    },
    { auto: true },
  ],

  organiser: [
    async ({ program, sharedProgram }, use) => {
      const organiser = organiserOf(program.origin);
      await use(organiser);
      // Every page lists the events, so each that stayed would make all later journeys slower.
      if (program === sharedProgram) await organiser.deleteAdded();
    },
    // Set up before the pages, and so ended after them: an open page would ask for what is being deleted.
    { auto: true },
  ],

  context: async ({ context, trouble, javaScriptEnabled }, use) => {
    await trouble.watch(context);
    if (javaScriptEnabled !== false) context.on('page', waitForHydration);
    await use(context);
  },

  otherPage: async ({ browser, baseURL, trouble, viewport, contextOptions }, use) => {
    const opened: Page[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL ? { baseURL } : {}),
        viewport,
        ...options,
      });
      await trouble.watch(context);
      // Without JavaScript the browser blocks the scripts in the head.
      if (options.javaScriptEnabled === false) trouble.allow(/^request failed: csp GET .+\.js$/);
      if (options.javaScriptEnabled !== false) context.on('page', waitForHydration);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    await Promise.all(opened.map((page) => page.context().close()));
  },
});

const LONGEST_HYDRATION = 5_000;

/**
 * Waits for hydration after each navigation: of the clicks before it only the last is repeated. A page whose scripts a test blocks is
 * never hydrated; the test then continues with what the server rendered. `waitUntil: 'commit'` waits for nothing.
 */
function waitForHydration(page: Page): void {
  const alive = () =>
    page
      .locator('html[data-alive]')
      .waitFor({ state: 'attached', timeout: LONGEST_HYDRATION })
      .catch(() => null);
  const { goto, reload } = page;
  page.goto = async (...how) => {
    const response = await goto.apply(page, how);
    if (how[1]?.waitUntil !== 'commit') await alive();
    return response;
  };
  page.reload = async (...how) => {
    const response = await reload.apply(page, how);
    await alive();
    return response;
  };
}

/** Other people's changes arrive up to two seconds late by design, and the machine may be busy. */
export const expect = baseExpect.configure({ timeout: 10_000 });

/** For `test.use`: with the motion that people see who did not ask for less of it. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

const SIZES = {
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'on a desktop': { viewport: { width: 1280, height: 800 } },
} as const;

const on = (size: keyof typeof SIZES) => (journeys: () => void) => {
  test.describe(size, () => {
    test.use(SIZES[size]);
    journeys();
  });
};

/** Visitors use phones, 390 px wide; organisers use desktops, 1280 px wide. accessibility.spec.ts checks that every screen fits both. */
export const onPhone = on('on a phone');
export const onDesktop = on('on a desktop');
