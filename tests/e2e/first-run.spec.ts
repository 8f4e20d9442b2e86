import { expect } from "@playwright/test";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { completeOnboarding, newPerson } from "./support/family";
import { type OwnServer, startOwnServer } from "./support/own-server";
import { test } from "./support/test";

let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer();
});
test.afterAll(() => server?.stop());

test("the person who installed the album gets from the printed address to their own album", async ({
  page,
  browser,
}) => {
  const [, link = ""] = /First visit +(\S+)/.exec(server.words()) ?? [];
  expect(link).toMatch(/^http:\/\/localhost:\d+\/get-started#code=[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await page.goto(`${server.url}/`);
  await page.getByRole("link", { name: "Set up this album" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Set up your album" })).toBeVisible();
  await expect(page.getByLabel("Setup code")).toHaveValue("");

  await page.goto(link);
  await expect(page.getByLabel("Setup code")).toHaveValue(/^[0-9A-Z-]{14}$/);
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  const person = newPerson();
  await page.getByLabel("Album name").fill(person.familyName);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Set up your album" }).click();

  await expect(page).toHaveURL(`${server.url}/setup`);
  await expect(page.getByRole("heading", { level: 1, name: "How this album is set up" })).toBeVisible();
  const check = (name: string) =>
    page.getByRole("listitem").filter({ hasText: new RegExp(`^${name}(OK|Warning|Error)`) });
  await expect(check("Backups")).toContainText("npm run backup");
  await expect(check("Mail")).toContainText("SMTP_URL");
  await expect(check("Address")).toContainText("You are here without HTTPS.");
  await expect(check("Storage")).toContainText("/media. Writing, reading and deleting work there.");
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

  await page.getByRole("link", { name: "Go to your album" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Getting Started" })).toBeVisible();
  await page.request.get(`${server.url}/get-started`, { maxRedirects: 0 }).then((answer) => {
    expect([answer.status(), answer.headers().location]).toEqual([307, "/"]);
  });

  // Later it is found on the maintenance page.
  await completeOnboarding(page.request, person.email, server.url);
  await page.goto(`${server.url}/admin/maintenance`);
  await page.getByRole("link", { name: "How this album is set up" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "How this album is set up" })).toBeVisible();

  const stranger = await browser.newContext();
  const late = await stranger.newPage();
  await late.goto(link.replace("/get-started", "/get-started?late"));
  await expect(late).toHaveURL(/\/login/);
  const data = { ...newPerson(), code: new URL(link).hash.replace("#code=", "") };
  const refused = await stranger.request.post(`${server.url}/api/setup/owner`, { data });
  expect([refused.status(), (await refused.json()).code]).toEqual([404, "not_found"]);
  await late.goto(`${server.url}/`);
  await expect(late.getByRole("link", { name: "Set up this album" })).toHaveCount(0);
  await stranger.close();
});
