import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

const unknownId = "0190aaaa-0000-7000-8000-000000000000";

async function uploadPhoto(request: APIRequestContext): Promise<string> {
  const answer = await request.post("/api/media", {
    multipart: {
      fileData: { name: "garden.jpg", mimeType: "image/jpeg", buffer: await photo() },
      year: "2024",
      month: "3",
      description: "In the #garden",
    },
  });
  return ((await answer.json()) as { id: string }).id;
}

const picture = (page: Page, id: string) => page.getByRole("main").locator(`img[src*="${id}"]`).first();

test("every address of the album answers with its own page and the picture", async ({ page }) => {
  await signUpFamily(page.request);
  const id = await uploadPhoto(page.request);
  await page.request.post("/api/hearts", { data: { mediaId: id } });

  for (const [address, heading] of [
    ["/", /^Good |^Hello/],
    ["/recent-uploads", "Recent Uploads"],
    ["/latest-uploads", "Latest Uploads"],
    ["/favorites", "Favorites"],
    ["/media/2024/3", "March 2024"],
    ["/2024/3", "March 2024"],
    ["/search?q=garden", "Search"],
    ["/search?tag=garden", "Search"],
    [`/feed/${id}`, "Feed"],
  ] as const) {
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 200]);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(picture(page, id)).toBeVisible();
  }

  expect((await page.goto(`/card/${id}`))?.status()).toBe(200);
  await expect(picture(page, id)).toBeVisible();
  for (const address of [`/view-image/${id}`, `/display-single-image-${id}`]) {
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 200]);
    await expect(page.getByRole("dialog").getByRole("img", { name: "In the #garden" })).toBeVisible();
  }
});

test("a highlighted item is marked in its month", async ({ page }) => {
  await signUpFamily(page.request);
  const id = await uploadPhoto(page.request);
  await page.goto(`/2024/3?highlight=${id}`);
  await expect(page.getByRole("main").getByRole("link", { name: /In the #garden/ })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test("an item that isn't the family's shows the 404 card", async ({ page }) => {
  await signUpFamily(page.request);
  for (const address of ["card", "feed", "view-image"]) {
    await page.goto(`/${address}/${unknownId}`);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  }
  await page.goto(`/display-single-image-${unknownId}`);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
});

test("the family's welcome image is on its welcome page", async ({ page }) => {
  await signUpFamily(page.request);
  const id = await uploadPhoto(page.request);
  await page.goto("/welcome");
  await expect(page.getByRole("main").getByRole("img", { name: "In the #garden" })).toHaveCount(0);
  await page.request.post("/api/welcome-image", { data: { mediaId: id } });
  await page.goto("/welcome");
  await expect(page.getByRole("main").getByRole("img", { name: "In the #garden" })).toHaveAttribute(
    "src",
    `/api/images/medium/${id}`,
  );
});

test("home shows the welcome image on the first visit of the day, and the menu leads to it after that", async ({
  page,
}) => {
  await signUpFamily(page.request);
  const id = await uploadPhoto(page.request);
  await page.request.post("/api/welcome-image", { data: { mediaId: id } });
  const photo = page.getByRole("region", { name: "Welcome photo" });
  await page.goto("/");
  await expect(photo.getByRole("link")).toHaveAttribute("href", `/view-image/${id}`);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Recent Uploads" })).toBeVisible();
  await expect(photo).toHaveCount(0);
  await page.goto("/welcome");
  await page.getByRole("button", { name: "Remove welcome photo" }).click();
  await expect(page.getByRole("link", { name: "Choose a photo" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("img", { name: "In the #garden" })).toHaveCount(0);
});

test("the album has its phone layout below 768 px, and its desktop layout from there on", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Main" });
  const upload = page.getByRole("banner").getByRole("button", { name: "Upload" });
  await expect(bar).toBeVisible();
  await expect(upload).toBeHidden();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(bar).toBeHidden();
  await expect(upload).toBeVisible();
});
