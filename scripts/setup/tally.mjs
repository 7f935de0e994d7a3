/**
 * Reads what the runners say of themselves into `{passed, failed}`. A runner that ran nothing, left no report, or ended
 * badly although every test passed has failed once: the sum never looks better than what happened.
 */

const withVerdict = (name, { passed, failed }, status) => {
  if (passed + failed === 0) {
    console.log(`${name} ran no test.`);
    return { passed: 0, failed: 1 };
  }
  if (failed === 0 && status !== 0) {
    console.log(`${name} ended with status ${status} although no test failed.`);
    return { passed, failed: 1 };
  }
  return { passed, failed };
};

const crashed = (name, status) => {
  console.log(`${name} left no report and ended with status ${status}.`);
  return { passed: 0, failed: 1 };
};

/** Vitest's JSON report. A file that broke before its first test is a failure of its own. */
export const tallyUnit = (report, status) => {
  if (!report) return crashed('Vitest', status);
  const broken = report.testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file));
  const failed = report.numFailedTests + broken.length;
  return withVerdict('Vitest', { passed: report.numPassedTests, failed }, status);
};

const hasFailedTest = (file) => file.assertionResults.some((test) => test.status === 'failed');

/** Playwright's JSON report. A flaky journey is a failed one. */
export const tallyJourneys = (report, status) => {
  if (!report) return crashed('Playwright', status);
  const { expected, unexpected, flaky } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return withVerdict('Playwright', { passed: expected, failed }, status);
};

export const sum = (tallies) =>
  tallies.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), {
    passed: 0,
    failed: 0,
  });
