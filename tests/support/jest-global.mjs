// As an ES module a test file has no global `jest`; the types say it has.
globalThis.jest = import.meta.jest;
