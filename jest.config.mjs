import { availableParallelism } from "node:os";
import nextJest from "next/jest.js";

const withNext = nextJest({ dir: import.meta.dirname });

const shared = {
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  moduleNameMapper: { "^@/(.*)$": "<rootDir>/$1" },
  // Plain modules need nothing done to them, and next/jest would make them CommonJS.
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
    // One module of all icons rather than one for each: those were four fifths of what a test file loads.
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
  // One more than there are cores: a test often waits for PostgreSQL, a program or the disk.
  maxWorkers: Math.min(5, availableParallelism() + 1),
  // Left to itself, the garbage of a hundred files piles up in a worker, and a program is started three times as slowly
  // from a process of a gigabyte.
  workerIdleMemoryLimit: "900MB",
  testSequencer: "<rootDir>/tests/support/longest-first.mjs",
  // A worker that has run hundreds of files holds over a gigabyte, which takes longer to give back than the usual 500 ms.
  // One that something keeps alive is still told of.
  workerGracefulExitTimeout: 10_000,
  // Patience for a machine that is busy with other things: only a failure waits so long. Jest takes it only here, not from
  // a project.
  testTimeout: 120_000,
  projects: await Promise.all(projects.map((project) => withNext(project)())),
};
