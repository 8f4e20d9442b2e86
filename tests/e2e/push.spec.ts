import { type APIRequestContext, expect } from "@playwright/test";
import { wholeBrowser } from "./support/browsers";
import { joinFamilyOf, signUpFamily } from "./support/family";
import {
  deliver,
  pressNotification,
  pushAfter,
  pushesFor,
  shownNotifications,
  subscribeLocally,
  switchPushOn,
} from "./support/push";
import { test } from "./support/test";

test.use({ serviceWorkers: "allow", launchOptions: wholeBrowser });

async function post(request: APIRequestContext, path: string, data: unknown): Promise<void> {
  const answer = await request.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

test("a message reaches another person's browser, and clicking it opens the album; after a sign-out nothing arrives", async ({
  page: adasPage,
  browser,
  baseURL,
}) => {
  const ada = adasPage.request;
  await signUpFamily(ada);
  const [phone, tablet] = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })];
  await joinFamilyOf(ada, phone.request);
  const endpoint = await subscribeLocally(phone, baseURL);
  const page = await phone.newPage();

  await test.step("switched on, the test arrives and its click opens the settings", async () => {
    await switchPushOn(page);
    await expect(page.getByText("Allowed", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Send a test notification" }).click();
    await expect(page.getByText("Test notification sent", { exact: true })).toBeVisible();
    await deliver(page, await pushAfter(endpoint, 0));
    await expect
      .poll(() => shownNotifications(page))
      .toEqual(["Keepsake: Notifications work on this device."]);
    await page.goto("/");
    await pressNotification(phone);
    await page.waitForURL("**/settings?tab=notifications");
    expect(await shownNotifications(page)).toEqual([]);
  });

  await test.step("what an admin writes comes with its words, and its click leads to it", async () => {
    const message = { title: "Lunch on Sunday", message: "Bring <b>cake</b> \u{1F370}", audience: "all" };
    await post(ada, "/api/admin-notifications", message);
    const push = await pushAfter(endpoint, 1);
    await deliver(page, push);
    await expect.poll(() => shownNotifications(page)).toHaveLength(1);
    expect((await shownNotifications(page))[0]).toContain("Lunch on Sunday");
    await page.goto("/settings");
    await pressNotification(phone);
    await page.waitForURL(`**${push.url}`);
  });

  await test.step("after the sign-out this browser is sent nothing, another still is", async () => {
    await deliver(page, (await pushesFor(endpoint))[1]?.data);
    await expect.poll(() => shownNotifications(page)).toHaveLength(1);
    await page.goto("/");
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/login");
    await expect.poll(() => shownNotifications(page)).toEqual([]);

    await joinFamilyOf(ada, tablet.request);
    const sentinel = await subscribeLocally(tablet, baseURL);
    await switchPushOn(await tablet.newPage());
    await post(ada, "/api/admin-notifications", { title: "Again", message: "Bring tea", audience: "all" });
    await pushAfter(sentinel, 0);
    expect(await pushesFor(endpoint)).toHaveLength(2);
    // If a push service still delivered something, it would show nothing that anyone wrote.
    await deliver(page, { title: "Lunch on Sunday", body: "Bring cake", url: "/notifications" });
    await expect
      .poll(() => shownNotifications(page))
      .toEqual(["Your family album: Sign in to see what's new."]);
  });
  await phone.close();
  await tablet.close();
});
