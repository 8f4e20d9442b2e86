import path from "node:path";
import config from "../../jest.config.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");
const [integration] = config.projects.filter(({ displayName }) => displayName === "integration");
const transform = Object.fromEntries(
  Object.entries(integration.transform).map(([pattern, next]) => [
    pattern,
    [
      path.join(import.meta.dirname, "transform.mjs"),
      { next, root, folder: process.env.KEEPSAKE_MUTANTS_FOLDER },
    ],
  ]),
);

/** The integration tests against instrumented sources; their PostgreSQL is run.mjs's. */
export default {
  ...integration,
  rootDir: root,
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: config.testTimeout,
  maxWorkers: 1,
  reporters: [],
  cacheDirectory: path.join(process.env.KEEPSAKE_MUTANTS_FOLDER, "..", "jest-cache"),
  transform,
  testEnvironment: path.join(import.meta.dirname, "environment.mjs"),
  runner: path.join(import.meta.dirname, "runner.mjs"),
};
