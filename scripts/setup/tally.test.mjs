import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sum, tallyJourneys, tallyUnit } from './tally.mjs';

beforeEach(() => vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const unitReport = (numPassedTests, numFailedTests, testResults = []) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});
const journeyReport = (stats, errors = []) => ({ stats: { expected: 0, unexpected: 0, flaky: 0, ...stats }, errors });

test.each([
  ['all passed', unitReport(12, 0), 0, { passed: 12, failed: 0 }],
  ['some failed', unitReport(10, 2), 1, { passed: 10, failed: 2 }],
  [
    'a file broke before its first test',
    unitReport(10, 0, [{ status: 'failed', assertionResults: [] }]),
    1,
    { passed: 10, failed: 1 },
  ],
  [
    'a file with a failed test counts that test only',
    unitReport(10, 1, [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]),
    1,
    { passed: 10, failed: 1 },
  ],
  ['an error outside of every test', unitReport(10, 0), 1, { passed: 10, failed: 1 }],
  ['no test ran', unitReport(0, 0), 0, { passed: 0, failed: 1 }],
  ['it crashed before its report', undefined, 134, { passed: 0, failed: 1 }],
  ['it wrote no report and called that success', undefined, 0, { passed: 0, failed: 1 }],
])('Vitest: %s', (_what, report, status, tally) => {
  expect(tallyUnit(report, status)).toEqual(tally);
});

test.each([
  ['all passed', journeyReport({ expected: 5 }), 0, { passed: 5, failed: 0 }],
  ['some failed', journeyReport({ expected: 4, unexpected: 1 }), 1, { passed: 4, failed: 1 }],
  ['flaky is failed', journeyReport({ expected: 4, flaky: 1 }), 0, { passed: 4, failed: 1 }],
  [
    'an error outside of every journey',
    journeyReport({ expected: 4 }, [{ message: 'no' }]),
    1,
    { passed: 4, failed: 1 },
  ],
  ['no journey ran', journeyReport({}), 0, { passed: 0, failed: 1 }],
  ['it crashed before its report', undefined, 1, { passed: 0, failed: 1 }],
])('Playwright: %s', (_what, report, status, tally) => {
  expect(tallyJourneys(report, status)).toEqual(tally);
});

test('the sum is over all', () => {
  expect(
    sum([
      { passed: 3, failed: 0 },
      { passed: 0, failed: 1 },
    ]),
  ).toEqual({ passed: 3, failed: 1 });
});
