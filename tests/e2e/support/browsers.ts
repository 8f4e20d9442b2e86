import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

// Every context is a window of its own to Chromium. These would load two pages of the address bar and a process in reserve
// for each, at three times the cost of the window itself.
const unusedFeatures = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];
// Chromium heeds only the last list it is given: ours has Playwright's own too (its chromiumSwitches.ts).
const playwrightsFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

const launchArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[...playwrightsFeatures, ...unusedFeatures].join()}`,
];

/** Chromium as people have it: for what its smaller build leaves out, such as subscribing to pushes. */
export const wholeBrowser: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: launchArguments,
};

const headlessShell = "/usr/bin/chromium-headless-shell";

/** The same engine without windows, at six sevenths of the processor's time; where it isn't installed, the whole browser. */
export const lightBrowser: LaunchOptions =
  !process.env.CHROMIUM && existsSync(headlessShell)
    ? { executablePath: headlessShell, args: launchArguments }
    : wholeBrowser;
