import { expect, type Locator } from "@playwright/test";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { wholeBrowser } from "./support/browsers";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

// A microphone that beeps and needs no permission. Chromium's smaller build crashes when asked whether it recognises
// speech.
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({
  launchOptions: { ...wholeBrowser, args: [...(wholeBrowser.args ?? []), ...microphone] },
  permissions: ["microphone"],
});

test("a voice note is recorded, sent and heard by someone else in four taps @phone", async ({
  page,
  browser,
}, info) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const data = {
    fileName: "beach.jpg",
    fileType: "image/jpeg",
    fileData: (await photo()).toString("base64"),
    ...{ year: 2024, month: 3, description: "Low tide" },
  };
  const uploaded = await page.request.post("/api/media", { data });
  expect(uploaded.status()).toBe(201);
  const { id } = await uploaded.json();
  const context = await browser.newContext({ ...info.project.use, baseURL: info.project.use.baseURL ?? "" });
  const nana = await context.newPage();
  await joinFamilyOf(page.request, nana.request);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };

  await nana.goto(`/card/${id}#voice-note`);
  await expect(nana.getByRole("button", { name: "Leave a voice note" })).toBeFocused();
  await tap(nana.getByRole("button", { name: "Leave a voice note" }));
  const recording = nana.getByRole("group", { name: "Recording" });
  await expect(recording.getByText(/^0:5[0-8] left$/)).toBeVisible();
  expect(await brokenRulesAtBothWidths(nana)).toEqual([]);
  await tap(recording.getByRole("button", { name: "Send" }));
  await expect(nana.getByRole("group", { name: /^Voice note from/ })).toBeVisible();

  await page.goto("/notifications");
  await tap(page.getByText(/left a voice note on your photo/).first());
  await page.waitForURL(/\/card\//);
  const note = page.getByRole("group", { name: /^Voice note from/ });
  await tap(note.getByRole("button", { name: "Play" }));
  const position = () => note.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(position).toBeGreaterThan(0.3);
  expect(taps).toBeLessThanOrEqual(4);
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);

  await test.step("the slider moves within it, by keys too", async () => {
    const slider = note.getByRole("slider", { name: "Position" });
    // At its end it would return to its beginning.
    await note.locator("audio").evaluate((audio: HTMLAudioElement) => audio.pause());
    await expect(note.getByRole("button", { name: "Play" })).toBeVisible();
    await slider.focus();
    await slider.press("Home");
    await expect(slider).toHaveAttribute("aria-valuetext", /^0:00 of/);
    for (let step = 0; step < 20; step++) await slider.press("ArrowRight");
    await expect(slider).toHaveAttribute("aria-valuetext", /^0:02 of/);
    await expect(page).toHaveURL(/\/card\//);
  });

  await test.step("another is listened to first, and what can't be sent stays", async () => {
    await page.getByRole("button", { name: "Leave a voice note" }).click();
    await expect(page.getByText(/^0:5[0-8] left$/)).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    const draft = page.getByRole("group", { name: "Your voice note" });
    await draft.getByRole("button", { name: "Play" }).click();
    await expect
      .poll(() => draft.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0);
    await page.route("**/voice-notes", (route) => route.abort());
    await draft.getByRole("button", { name: "Send" }).click();
    await expect(draft.getByRole("alert")).toBeVisible();
    await page.unroute("**/voice-notes");
    await draft.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveCount(2);
  });
  expect(errors.filter((error) => !/voice-notes|Failed to fetch|ERR_FAILED/.test(error))).toEqual([]);
  await context.close();
});
