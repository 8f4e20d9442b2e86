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
  // Two cores are kept busy by three: a test often waits for a timer, a program or the disk.
  workers: 3,
  // Patience for a machine that is busy with other things: only a failure waits so long.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  // A busy machine can be slower than a test's patience: there it has a second try, which is said aloud.
  retries: process.env.CI ? 1 : 0,
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    baseURL,
    actionTimeout: 120_000,
    // A trace of every step takes a quarter of the time: a second try has one, or who asks for it (--trace on).
    trace: "on-first-retry",
    // What the worker answers, a test can't watch or replace: those that are about it allow it.
    serviceWorkers: "block",
    launchOptions: lightBrowser,
    // Without a graphics card every frame of an animation is drawn by the cores. What moves is tested where it says so.
    contextOptions: { reducedMotion: "reduce" },
  },
  // A test tagged @phone runs on a phone's screen only, one tagged @both on both, any other on a desk's. A flow is gone
  // through on the screen that people mostly use for it; accessibility.spec.ts looks at every page at both widths.
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
        // By which the server knows a phone before the window can be asked.
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
