import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

// scripts/test.mjs chooses these; the workers, which read this file again, inherit them.
process.env.E2E_PORT ??= "4199";
process.env.E2E_DATA_DIR ??= path.join(tmpdir(), `keepsake-e2e-${process.pid}`);
const { E2E_PORT, E2E_DATA_DIR, PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env;
const baseURL = `http://localhost:${E2E_PORT}`;

const launchArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    baseURL,
    actionTimeout: 15_000,
    trace: "retain-on-failure",
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: launchArguments },
  },
  // A test tagged @phone runs on a phone's screen only, one tagged @both on both, any other on a desk's.
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: "node scripts/start.mjs",
    url: `${baseURL}/api/health`,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "ignore",
    stderr: "pipe",
    env: {
      PORT: E2E_PORT,
      DATA_DIR: E2E_DATA_DIR,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      SUPER_ADMIN_EMAIL: "super@example.org",
      SUPER_ADMIN_PASSWORD: "super-admin-of-tests",
    },
  },
});
