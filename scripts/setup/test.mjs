import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { check } from './check.mjs';
import { run } from './child.mjs';
import { ensureChromium } from './chromium.mjs';
import { binOf } from './install.mjs';
import { sum, tallyJourneys, tallyUnit } from './tally.mjs';

const readReport = (path) => {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
};

const withReport = async (use) => {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-report-'));
  try {
    return await use(join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const unit = (root, node, args = []) =>
  withReport(async (path) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
    const { status } = await run(node, [binOf(root, 'vitest'), 'run', ...reporters, ...args], { cwd: root });
    return tallyUnit(readReport(path), status);
  });

export const journeys = (root, node, args = []) =>
  withReport(async (path) => {
    const playwright = binOf(root, '@playwright/test', 'playwright');
    const chromium = ensureChromium(node, playwright);
    const env = { PLAYWRIGHT_JSON: path, ...(chromium && { CHROME_PATH: chromium }) };
    const { status } = await run(node, [playwright, 'test', ...args], { cwd: root, env });
    return tallyJourneys(readReport(path), status);
  });

const buildStep = async (root, node) =>
  isBuilt(root) || (await build(root, node)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** A step that throws has failed; the ones after it still run. */
const attempt = async (name, step) => {
  console.log(`\n== ${name}`);
  try {
    return [await step()].flat();
  } catch (error) {
    console.log(`${name} broke off: ${error instanceof Error ? error.message : error}`);
    return [{ passed: 0, failed: 1 }];
  }
};

/** Everything, whatever fails on the way; the last line is the sum. Answers the exit status. */
export const test = async (root, node) => {
  const tallies = [
    ...(await attempt('check', () => check(root, node))),
    ...(await attempt('unit', () => unit(root, node))),
    ...(await attempt('build', () => buildStep(root, node))),
    ...(await attempt('journeys', () => journeys(root, node))),
  ];
  const { passed, failed } = sum(tallies);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
};

/** Journeys alone need a build first; without one there is nothing to try. */
export const e2e = async (root, node, args) => {
  if ((await buildStep(root, node)).failed) return 1;
  return (await journeys(root, node, args)).failed === 0 ? 0 : 1;
};
