import { writeFileSync } from 'node:fs';

/**
 * Writes the result of a run to the file that TEST_REPORT names, with what global-setup.mjs found out about the machine. Of a failed test only the name is written, because an error
 * with circular references can't become JSON.
 */
export default class Reporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results;
    const failedFiles = results.testResults
      .filter((file) => file.numFailingTests > 0 || file.testExecError || file.failureMessage)
      .map((file) => ({
        name: file.testFilePath,
        passed: file.numPassingTests,
        skipped: file.numPendingTests,
        failedTests: file.testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      }));
    const report = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests,
      failedFiles,
      browser: process.env.TEST_BROWSER,
      patience: process.env.TEST_PATIENCE,
    };
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}
