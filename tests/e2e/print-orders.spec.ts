import { type APIRequestContext, expect } from "@playwright/test";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

/** Orders two prints of a new picture, by calls, for whoever is signed in. */
async function orderPrints(request: APIRequestContext): Promise<void> {
  const uploaded = await request.post("/api/media", {
    multipart: {
      fileData: { name: "garden.jpg", mimeType: "image/jpeg", buffer: await photo() },
      year: "2024",
      month: "3",
      description: "In the garden",
    },
  });
  const { id } = (await uploaded.json()) as { id: string };
  const added = await request.post("/api/basket/add", { data: { mediaId: id, quantity: 2 } });
  expect(added.status()).toBe(201);
  const ordered = await request.post("/api/print/basket/checkout", {
    data: { shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA" },
  });
  expect(ordered.status()).toBe(201);
}

test("an order is followed from placed to dispatched by whoever ordered and by the admin @both", async ({
  page,
  browser,
  viewport,
}) => {
  await signUpFamily(page.request);
  const elsewhere = await browser.newContext({ viewport });
  const nana = await elsewhere.newPage();
  const person = await joinFamilyOf(page.request, nana.request);
  await orderPrints(nana.request);
  const errors = [...collectErrors(page), ...collectErrors(nana)];

  await nana.goto("/print-orders");
  const order = nana.getByRole("region", { name: /^Order \d+$/ });
  await expect(order).toContainText("2 prints");
  await expect(order.getByText("Placed", { exact: true })).toBeVisible();
  await expect(order.getByRole("link", { name: /garden.jpg: 2 prints, 4x6 Gloss/ })).toBeVisible();

  await page.goto("/");
  await page.getByRole("link", { name: "Print orders, 1 new" }).click();
  const row = page.getByRole("row", { name: new RegExp(person.username) });
  await expect(row.getByText("New", { exact: true })).toBeVisible();
  // Seen, the badge goes out by itself.
  await expect(page.getByRole("link", { name: "Print orders, 1 new" })).toHaveCount(0);
  await row.getByRole("combobox", { name: /Status of order/ }).selectOption("Dispatched");
  await page.getByLabel("Tracking link (optional)").fill("https://post.example/parcel/1");
  await page.getByRole("button", { name: "Mark as dispatched" }).click();
  await expect(row.getByRole("link", { name: /Follow the parcel/ })).toBeVisible();

  await nana.reload();
  await expect(order.getByText("Your prints are on their way to you.")).toBeVisible();
  await expect(order.getByRole("link", { name: /Follow the parcel/ })).toHaveAttribute(
    "href",
    "https://post.example/parcel/1",
  );
  await expect(order.getByRole("button", { name: /Cancel order/ })).toHaveCount(0);
  // A member is not an admin.
  await nana.goto("/admin-print-orders");
  await expect(nana.getByRole("heading", { name: "This page is for your family's admins" })).toBeVisible();
  expect(errors).toEqual([]);
  await elsewhere.close();
});

test("a cancelled order gives its prints back, and can be ordered again", async ({ page }) => {
  await signUpFamily(page.request);
  await orderPrints(page.request);
  await page.goto("/print-orders");
  const banner = page.getByRole("complementary", { name: "Family news" });
  await expect(banner).toHaveCount(0);
  await page.getByRole("button", { name: /Cancel order/ }).click();
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText("This order was cancelled.")).toBeVisible();
  await expect(banner).toContainText("5 free prints left this month");
  await page.getByRole("button", { name: /Order again/ }).click();
  await expect(page.getByText("2 prints added to your basket", { exact: true })).toBeVisible();
});

test("free prints and storage are told on their page, before and after the month's order @both", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await page.goto("/quota");
  const prints = page.getByRole("region", { name: "Free prints" });
  await expect(prints.getByText("5 prints from your plan")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: /of the storage taken/ })).toBeVisible();
  await orderPrints(page.request);
  await page.reload();
  await expect(prints.getByText("2 prints ordered")).toBeVisible();
  await expect(prints.getByText("3 prints given up")).toBeVisible();
});

test("the name on the parcels is the admin's choice", async ({ page }) => {
  await signUpFamily(page.request);
  await page.goto("/admin-print-orders");
  const form = page.getByRole("region", { name: "A word with the parcel" });
  await form.getByLabel("Name (optional)").fill("Nana's kitchen");
  await expect(async () => {
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.reload();
  await expect(form.getByLabel("Name (optional)")).toHaveValue("Nana's kitchen");
});
