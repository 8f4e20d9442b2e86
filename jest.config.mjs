import { availableParallelism } from "node:os";
import nextJest from "next/jest.js";

const withNext = nextJest({ dir: import.meta.dirname });

const shared = {
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  moduleNameMapper: { "^@/(.*)$": "<rootDir>/$1" },
  // Plain modules need no transform, and next/jest would turn them into CommonJS.
  transformIgnorePatterns: ["\\.mjs$"],
  testRunner: "<rootDir>/tests/support/run-test-file.mjs",
  modulePathIgnorePatterns: [
    "<rootDir>/.next/",
    "<rootDir>/.build/",
    "<rootDir>/.mutants/",
    "<rootDir>/.runtime/",
    "<rootDir>/data/",
  ],
};

const projects = [
  {
    ...shared,
    displayName: "unit",
    testEnvironment: "node",
    testMatch: ["<rootDir>/tests/unit/**/*.test.{ts,tsx}"],
    setupFiles: ["<rootDir>/tests/support/unit-environment.mjs"],
    setupFilesAfterEnv: [
      "<rootDir>/tests/support/jest-global.mjs",
      "<rootDir>/tests/support/fail-on-console-error.ts",
    ],
  },
  {
    ...shared,
    displayName: "integration",
    testEnvironment: "node",
    testMatch: ["<rootDir>/tests/integration/**/*.test.{ts,tsx}"],
    globalSetup: "<rootDir>/tests/support/start-test-server.mjs",
    globalTeardown: "<rootDir>/tests/support/stop-test-server.mjs",
    setupFiles: ["<rootDir>/tests/support/integration-environment.mjs"],
    setupFilesAfterEnv: [
      "<rootDir>/tests/support/jest-global.mjs",
      "<rootDir>/tests/support/handle-events.ts",
    ],
  },
  {
    ...shared,
    displayName: "components",
    testEnvironment: "jsdom",
    // One module for all icons instead of one each, which made up four fifths of what a test file loads.
    moduleNameMapper: {
      ...shared.moduleNameMapper,
      "^lucide-react$": "<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js",
    },
    testMatch: ["<rootDir>/tests/components/**/*.test.{ts,tsx}"],
    setupFilesAfterEnv: [
      "<rootDir>/tests/support/jest-global.mjs",
      "<rootDir>/tests/support/component-environment.ts",
      "<rootDir>/tests/support/fail-on-console-error.ts",
    ],
  },
];

export default {
  // One more than there are cores, because tests often wait for PostgreSQL, a program or the disk.
  maxWorkers: Math.min(5, availableParallelism() + 1),
  // Otherwise the garbage of a hundred files piles up in a worker, and starting a program from a process of a gigabyte
  // takes three times as long.
  workerIdleMemoryLimit: "900MB",
  testSequencer: "<rootDir>/tests/support/longest-first.mjs",
  // A worker that has run hundreds of files uses over a gigabyte, which takes longer to free than the default 500 ms. A
  // worker that something keeps alive is still reported.
  workerGracefulExitTimeout: 10_000,
  // Generous because the machine may be busy with other things; only a failure waits this long. Jest accepts it only
  // here, not in a project.
  testTimeout: 120_000,
  projects: await Promise.all(projects.map((project) => withNext(project)())),
};
