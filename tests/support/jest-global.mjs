// As an ES module a test file has no global `jest`; the types say it has.
globalThis.jest = import.meta.jest;

// A busy machine can exceed a test's timeout: there a test gets a second attempt, and the first failure is shown.
// Immediately: a later test in the file may have removed what it depends on.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
