import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { lightBrowser } from "./tests/e2e/support/browsers";

// tools/test.mjs chooses these; the workers, which read this file again, inherit them.
process.env.E2E_PORT ??= "4199";
process.env.E2E_DATA_DIR ??= path.join(tmpdir(), `keepsake-e2e-${process.pid}`);
process.env.E2E_ISSUER_PORT ??= String(Number(process.env.E2E_PORT) + 1);
process.env.E2E_PUSH_PORT ??= String(Number(process.env.E2E_PORT) + 2);
process.env.E2E_PUSH_DESK_PORT ??= String(Number(process.env.E2E_PORT) + 3);
process.env.E2E_STRIPE_PORT ??= String(Number(process.env.E2E_PORT) + 4);
process.env.E2E_STRIPE_DESK_PORT ??= String(Number(process.env.E2E_PORT) + 5);
process.env.E2E_PUSH_CA ??= `${process.env.E2E_DATA_DIR}-push-authority.pem`;
const { E2E_PORT, E2E_ISSUER_PORT, E2E_DATA_DIR, PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env;
const { E2E_PUSH_PORT, E2E_PUSH_DESK_PORT, E2E_PUSH_CA } = process.env;
const { E2E_STRIPE_PORT, E2E_STRIPE_DESK_PORT } = process.env;
const baseURL = `http://localhost:${E2E_PORT}`;
const issuer = `http://localhost:${E2E_ISSUER_PORT}`;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // Three workers keep two cores busy, because tests often wait for a timer, a program or the disk.
  workers: 3,
  // Generous because the machine may be busy with other things; only a failure waits this long.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  // A busy machine can exceed a test's timeout, so CI retries once, and the report says so.
  retries: process.env.CI ? 1 : 0,
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    baseURL,
    actionTimeout: 120_000,
    // Tracing every step takes a quarter of the time, so only retries are traced, or everything with --trace on.
    trace: "on-first-retry",
    // Tests can't observe or replace what the service worker answers; those about the worker allow it.
    serviceWorkers: "block",
    launchOptions: lightBrowser,
    // Without a graphics card the CPU draws every frame of an animation. Tests of motion turn it on themselves.
    contextOptions: { reducedMotion: "reduce" },
  },
  // A test tagged @phone runs only on a phone's screen, one tagged @both on both, any other only on a desktop's. A flow
  // is tested on the screen that people mostly use for it; accessibility.spec.ts checks every page at both widths.
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      grep: /@phone|@both/,
      use: {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        // Lets the server recognise a phone before the window can be measured.
        userAgent: devices["Pixel 7"].userAgent,
      },
    },
  ],
  webServer: [
    {
      command: `"${process.execPath}" tests/e2e/support/run-identity-provider.mjs`,
      url: `${issuer}/.well-known/openid-configuration`,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
      stdout: "ignore",
      stderr: "pipe",
      env: { E2E_PORT, E2E_ISSUER_PORT },
    },
    {
      command: `"${process.execPath}" tests/e2e/support/run-push-service.mjs`,
      url: `http://localhost:${E2E_PUSH_DESK_PORT}/`,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
      stdout: "ignore",
      stderr: "pipe",
      env: { E2E_PUSH_PORT, E2E_PUSH_DESK_PORT, E2E_PUSH_CA },
    },
    {
      command: `"${process.execPath}" tests/e2e/support/run-stripe-server.mjs`,
      url: `http://localhost:${E2E_STRIPE_DESK_PORT}/`,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
      stdout: "ignore",
      stderr: "pipe",
      env: { E2E_PORT, E2E_STRIPE_PORT, E2E_STRIPE_DESK_PORT },
    },
    {
      command: "node ops/start.mjs",
      url: `${baseURL}/api/health`,
      timeout: 900_000,
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
        PUSH_ALLOWED_HOSTS: `localhost:${E2E_PUSH_PORT}`,
        PUSH_CA: E2E_PUSH_CA,
        STRIPE_SECRET_KEY: "sk_test_album",
        STRIPE_WEBHOOK_SECRET: "whsec_album",
        RECOGNITION_PROGRAM: "tests/support/fake-recognition.mjs",
        STRIPE_API_BASE: `http://127.0.0.1:${E2E_STRIPE_PORT}`,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: "album",
        OIDC_CLIENT_SECRET: "album-secret",
        OIDC_NAME: "Village School",
      },
    },
  ],
});
