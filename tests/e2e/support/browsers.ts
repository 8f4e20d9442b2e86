import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";
import { v8Flags } from "@/tools/lib/v8-flags.mjs";

// Chromium opens a window for every context. These features would load two pages for its address bar and start a spare
// process, at three times the cost of the window itself.
const unusedFeatures = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];
// Chromium uses only the last list it is given, so ours includes Playwright's own (chromiumSwitches.ts).
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
  `--js-flags=${v8Flags.join(" ")}`,
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[...playwrightsFeatures, ...unusedFeatures].join()}`,
];

/** Chromium as people have it, for features that its smaller build leaves out, such as push subscriptions. */
export const wholeBrowser: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: launchArguments,
};

const headlessShell = "/usr/bin/chromium-headless-shell";

/** The same engine without windows, which takes a seventh less CPU; the whole browser where it isn't installed. */
export const lightBrowser: LaunchOptions =
  !process.env.CHROMIUM && existsSync(headlessShell)
    ? { executablePath: headlessShell, args: launchArguments }
    : wholeBrowser;
