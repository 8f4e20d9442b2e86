// As an ES module a test file has no global `jest`; the types say it has.
globalThis.jest = import.meta.jest;

// A busy machine can be slower than a test's patience: there a test has a second try, and the first failure is shown.
// At once: a later test of the file may have taken away what it stands on.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
