import { expect } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";

test("what someone types before the scripts have loaded is kept, and signs them in @phone", async ({
  page,
  browser,
}) => {
  const { username, password } = await signUpFamily(page.request);
  const phone = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await phone.route(/\.js(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  // Unlike all other pages, this one isn't waited for until it is hydrated.
  await phone.mainFrame().goto("/login", { waitUntil: "commit" });
  const name = phone.getByLabel("Username or email");
  await name.pressSequentially(username);
  letGo();
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await expect(name).toHaveValue(username);
  await phone.getByRole("button", { name: "Sign In with Love" }).click();
  await expect(phone).toHaveURL(/:\d+\/$/);
  await phone.context().close();
});
