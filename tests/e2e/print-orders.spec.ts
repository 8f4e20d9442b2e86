import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect } from "@playwright/test";
import pg from "pg";
import sharp from "sharp";
import { runningPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { unzip } from "../support/zip-files";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

/** Orders two prints of a new picture through the API, as the signed-in person. */
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

/**
 * An order can be undone for 30 seconds, and nobody else sees it until then. This ends the wait for the customer's one
 * order.
 */
async function waitUntilReleased(customer: APIRequestContext, admin = customer): Promise<void> {
  const orders = async () => (await (await customer.get("/api/print-orders")).json()) as { id: string }[];
  await expect.poll(async () => (await orders()).length).toBe(1);
  const [order] = await orders();
  const client = new pg.Client({
    connectionString: (await runningPostgres(process.env.E2E_DATA_DIR ?? "")) ?? "",
  });
  await client.connect();
  try {
    await client.query('UPDATE "PrintOrder" SET "heldUntil" = clock_timestamp() WHERE id = $1', [order?.id]);
    // As the worker does when the time is over.
    await client.query(
      `SELECT graphile_worker.reschedule_jobs(ARRAY[id], run_at => now())
       FROM graphile_worker.jobs WHERE key LIKE '%:' || $1`,
      [order?.id],
    );
  } finally {
    await client.end();
  }
  const seen = async () => ((await (await admin.get("/api/admin/print-orders")).json()) as unknown[]).length;
  await expect.poll(seen).toBeGreaterThan(0);
}

test("the person who ordered and the admin follow an order from placed to dispatched", async ({
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

  await expect(order.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await waitUntilReleased(nana.request, page.request);
  await page.goto("/");
  await page.getByRole("link", { name: "Print orders, 1 new" }).click();
  const row = page.getByRole("row", { name: new RegExp(person.username) });
  await expect(row.getByText("New", { exact: true })).toBeVisible();
  // Once the order is seen, the badge disappears.
  await expect(page.getByRole("link", { name: "Print orders, 1 new" })).toHaveCount(0);
  await row.getByRole("combobox", { name: /Status of order/ }).selectOption("Dispatched");
  await page.getByLabel("Tracking link (optional)").fill("https://post.example/parcel/1");
  await page.getByRole("button", { name: "Mark as dispatched" }).click();
  await expect(row.getByRole("link", { name: /Track parcel/ })).toBeVisible();

  await nana.reload();
  await expect(order.getByText("Your prints are on their way to you.")).toBeVisible();
  await expect(order.getByRole("link", { name: /Track parcel/ })).toHaveAttribute(
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

test("an order is undone in its first seconds, later cancelled, and can be ordered again", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await orderPrints(page.request);
  await page.goto("/print-orders");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Your order was undone", { exact: true })).toBeVisible();
  await expect(page.getByText("No prints ordered yet")).toBeVisible();
  await page.getByRole("button", { name: "Basket, 2 photos" }).click();
  await page.getByRole("dialog", { name: "Your basket" }).getByRole("button", { name: "Checkout" }).click();
  const question = page.getByRole("alertdialog", { name: "Order 2 prints now?" });
  await expect(question.getByText("You'll lose your other 3 free prints this month.")).toBeVisible();
  await question.getByRole("button", { name: "Order 2 prints" }).click();
  await waitUntilReleased(page.request);
  await page.goto("/");
  const banner = page.getByRole("complementary", { name: "Family news" });
  await expect(banner).toHaveCount(0);
  await page.goto("/print-orders");
  await page.getByRole("button", { name: /Cancel order/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("This order was cancelled.")).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.goto("/");
  await expect(banner).toContainText("5 free prints left this month");
  await banner.getByRole("button", { name: "Close" }).click();
  await expect(banner).toHaveCount(0);
  await page.goto("/print-orders");
  await page.getByRole("button", { name: /Order again/ }).click();
  await expect(page.getByText("2 prints added to your basket", { exact: true })).toBeVisible();
});

test("free prints and storage are shown on their page, before and after the month's order", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await page.goto("/quota");
  const prints = page.getByRole("region", { name: "Free prints" });
  await expect(prints.getByText("5 prints from your plan")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: /of the storage used/ })).toBeVisible();
  await orderPrints(page.request);
  await page.reload();
  await expect(prints.getByText("2 prints ordered")).toBeVisible();
  await expect(prints.getByText("3 prints lost")).toBeVisible();
});

test("the name on the parcels is the admin's choice", async ({ page }) => {
  await signUpFamily(page.request);
  await page.goto("/admin-print-orders");
  const form = page.getByRole("region", { name: "Who the parcel is from" });
  await form.getByLabel("Name (optional)").fill("Nana's kitchen");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Name (optional)")).toHaveValue("Nana's kitchen");
});

/** A red picture with a green middle, in another shape than the paper, so that there is something to crop. */
function framed(): Promise<Buffer> {
  const middle = { create: { width: 1400, height: 1200, channels: 3 as const, background: "#20a040" } };
  return sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#d02020" } })
    .composite([{ input: middle, gravity: "centre" }])
    .jpeg()
    .toBuffer();
}

test("the admin downloads for the lab what was cropped in the basket", async ({ page, browser }) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const uploaded = await page.request.post("/api/media", {
    multipart: {
      fileData: { name: "frame.jpg", mimeType: "image/jpeg", buffer: await framed() },
      year: "2024",
      month: "3",
      description: "",
    },
  });
  const { id } = (await uploaded.json()) as { id: string };

  await test.step("crop it in the basket and check out", async () => {
    await page.goto(`/card/${id}`);
    await page.getByRole("button", { name: /^Add to basket/ }).click();
    await page
      .getByRole("region", { name: "Your basket" })
      .getByRole("button", { name: "Review your basket" })
      .click();
    const basket = page.getByRole("dialog", { name: "Your basket" });
    await basket.getByRole("button", { name: /^Crop/ }).click();
    const crop = page.getByRole("dialog", { name: "Crop" });
    await expect(crop.getByRole("button", { name: "Save" })).toBeEnabled();
    await crop.getByRole("slider", { name: "Zoom" }).fill("2");
    await crop.getByRole("button", { name: "Save" }).click();
    await expect(crop).toBeHidden();
    await basket.getByRole("button", { name: "Checkout" }).click();
    await page.getByRole("button", { name: "Order 1 print" }).click();
    await expect(page).toHaveURL(/\/print-orders$/);
    await waitUntilReleased(page.request);
  });

  await page.goto("/admin-print-orders");
  const row = page.getByRole("row", { name: /^Order \d+/ });
  await test.step("download the package and open its print", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      row.getByRole("link", { name: /^Download package/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/print order \d+\.zip$/);
    const files = await unzip(await readFile(await download.path()));
    expect([...files.keys()]).toEqual(["4x6-Gloss/01-1x-frame.jpg", "order-sheet.pdf", "order.txt"]);
    const print = files.get("4x6-Gloss/01-1x-frame.jpg");
    expect(await sharp(print).metadata()).toMatchObject({ width: 1800, height: 1200, density: 300 });
    const corner = await sharp(print)
      .extract({ left: 10, top: 10, width: 20, height: 20 })
      .resize(1, 1)
      .raw()
      .toBuffer();
    expect(corner[1]).toBeGreaterThan(120);
    expect(corner[0]).toBeLessThan(80);
  });

  await test.step("hand the lab a link, which needs no sign-in", async () => {
    await row.getByRole("button", { name: /^Link for the lab/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Link to the package/ });
    const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    const lab = await browser.newContext();
    expect((await lab.request.get(link)).status()).toBe(200);
    await lab.close();
    await dialog.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("the diagnostics know of it, and the lab passes its test", async () => {
    await page.goto("/print-diagnostics");
    await expect(page.getByRole("region", { name: "Recent calls" })).toContainText(
      "Made a package of 1 photo",
    );
    await page.getByRole("link", { name: "Test them" }).click();
    await page.getByRole("button", { name: /^Run the test of Professional/ }).click();
    await expect(page.getByText(/^Everything works, after/)).toBeVisible();
  });
  expect(errors).toEqual([]);
});
