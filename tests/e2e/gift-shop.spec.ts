import { expect } from "@playwright/test";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

test("an admin creates a voucher for prints, and a member redeems it and sees them", async ({
  page,
  browser,
  viewport,
}) => {
  await signUpFamily(page.request);
  const elsewhere = await browser.newContext({ viewport });
  const nana = await elsewhere.newPage();
  const { username } = await joinFamilyOf(page.request, nana.request);
  const errors = [...collectErrors(page), ...collectErrors(nana)];

  await page.goto("/admin/vouchers");
  const form = page.getByRole("region", { name: "Create a voucher" });
  await expect(page.getByText("5 free prints this month and £0")).toBeVisible();
  await form.getByLabel("Prints for each use").fill("2");
  await form.getByRole("button", { name: "Create voucher" }).click();
  await expect(form.getByText("Your voucher is ready: 2 free prints.")).toBeVisible();
  const code = (await form.locator("code").textContent()) ?? "";
  await expect(page.getByText("3 free prints this month and £0")).toBeVisible();

  await nana.goto("/billing");
  const card = nana.getByRole("region", { name: "Have a voucher?" });
  await card.getByLabel("Voucher code").fill(code.toLowerCase().replaceAll("-", " "));
  await card.getByRole("button", { name: "Redeem" }).click();
  await expect(card.getByText("2 free prints are yours until this month ends.")).toBeVisible();
  await nana.goto("/quota");
  await expect(nana.getByRole("region", { name: "Free prints" })).toContainText("7prints left this month");
  await page.reload();
  await expect(page.getByRole("region", { name: "Vouchers" })).toContainText(`Used, by ${username}.`);
  expect(errors).toEqual([]);
  await elsewhere.close();
});

test("a mug with a picture from the album is paid by card, and appears among the orders", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await page.request.post("/api/media", {
    multipart: {
      fileData: { name: "garden.jpg", mimeType: "image/jpeg", buffer: await photo() },
      year: "2024",
      month: "3",
      description: "In the garden",
    },
  });
  await page.goto("/gift-shop");
  await page.getByRole("button", { name: "Mug" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mug" })).toBeVisible();
  await page.getByRole("button", { name: "Choose a photo" }).click();
  await page.getByRole("button", { name: "In the garden" }).click();
  await page.getByRole("button", { name: "Crop" }).click();
  await page.getByRole("dialog", { name: "Crop" }).getByRole("button", { name: "Save" }).click();
  const review = page.getByRole("region", { name: "Your order" });
  await expect(review).toContainText("1 Garden Lane");
  await review.getByRole("button", { name: "Pay £13" }).click();
  await page.getByRole("button", { name: "Pay £13.00" }).click();
  await expect(page).toHaveURL(/\/gift-shop\?paid=/);
  await expect(page.getByText(/Gift order \d+ is paid/)).toBeVisible();
  const order = page.getByRole("region", { name: /^Gift order \d+$/ });
  await expect(order.getByText("Placed", { exact: true })).toBeVisible();

  // The installation's operator fulfils the order: the money is theirs.
  const [number = ""] = /\d+/.exec((await order.getByRole("heading").textContent()) ?? "") ?? [];
  const data = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  await page.request.post("/api/auth/login", { data });
  await page.goto("/super-admin?tab=gifts");
  const made = page.getByRole("listitem").filter({ hasText: `Gift order ${number}` });
  const download = page.waitForEvent("download");
  await made.getByRole("link", { name: /Files for the lab/ }).click();
  expect((await download).suggestedFilename()).toBe(`gift-order-${number}.zip`);
  await made.getByRole("button", { name: /Cancel and refund/ }).click();
  const question = page.getByRole("alertdialog", { name: `Cancel gift order ${number}?` });
  await expect(question.getByText("£13 goes back to the card. The customer gets an email.")).toBeVisible();
  await question.getByRole("button", { name: "Cancel and refund" }).click();
  await expect(made.getByText("Cancelled", { exact: true })).toBeVisible();
});
