import { type APIRequestContext, expect, request as requests } from "@playwright/test";
import { joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

/** What someone gets at an address: the page's heading or title, a redirect, or a status. */
type Expected = RegExp | string | { title: RegExp } | { to: string } | { status: number };

const adminsOnly = "This page is for your family's admins";
const welcome = "Your family's photos, all in one warm place";
/** Sign-in and sign-up pages, for someone who is already signed in. */
const signedInAlready = "Welcome back";
const grownUpsOnly = "This page is for the grown-ups";
const plansHeading = "Plans for every family";
const openHeading = "Keepsake is open";
const unknownId = "0190aaaa-0000-7000-8000-000000000000";

/** Specification 2.1: what visitors see; every other address is the welcome page. */
const visitorPages: Record<string, Expected> = {
  "/login": "Welcome home",
  "/create-account": "Create Account",
  "/forgot-password": "Forgot your password?",
  "/reset-password": "This link no longer works",
  "/confirm-account": "This link no longer works",
  "/child-password-reset": "A child's password",
  "/sms-reset": "New password by SMS",
  "/organization/signup": "Create your family",
  "/register/no-such-code": "Your invitation",
  "/privacy": "Privacy",
  "/terms": "Terms",
  "/data-management": "Your data",
  "/family-safety": "Family safety",
  "/pricing": plansHeading,
  "/maintenance": openHeading,
  // Empty until it knows whether it is paired: a TV must not flash a code each time it loads.
  "/show": { title: /^Photos/ },
  "/get-started": { to: "/login" },
};

/** Specification 2.2: the pages of everyone in a family. */
const familyPages = (id: string, albumId: string): Record<string, Expected> => ({
  "/": /^(Good |Hello)/,
  "/recent-uploads": "Recent Uploads",
  "/latest-uploads": "Latest Uploads",
  "/favorites": "Favorites",
  "/all-photos": "All photos",
  "/albums": "Albums",
  "/on-this-day": "On this day",
  "/growing-up": "Growing up",
  [`/albums/${albumId}`]: "Grandma's garden",
  "/tagged": "Photos of me",
  "/people": "People",
  "/people?hidden=true": "Hidden faces",
  "/welcome": /^Welcome, \S/,
  "/get-started": { to: "/" },
  "/organization/signup": signedInAlready,
  "/pricing": plansHeading,
  "/ai-photo-sorter": "The AI photo sorter",
  "/login": signedInAlready,
  "/create-account": signedInAlready,
  "/register/no-such-code": "Your invitation",
  "/notifications": "Notifications",
  "/profile": "Profile",
  "/settings": "Settings",
  "/password-security": "Password",
  "/security": "Security",
  "/search?q=garden": "Search",
  "/search?tag=garden": "Search",
  "/media/2024/3": "March 2024",
  [`/2024/3?highlight=${id}`]: "March 2024",
  // The viewer covers the page and is drawn by the browser: `album-addresses.spec.ts` sees the picture in it.
  [`/display-single-image-${id}`]: { title: /garden/ },
  [`/card/${id}`]: /garden/,
  [`/feed/${id}`]: "Feed",
  [`/view-image/${id}`]: { title: /garden/ },
  "/maintenance": openHeading,
  // Empty until it knows whether it is paired: a TV must not flash a code each time it loads.
  "/show": { title: /^Photos/ },
  "/report-issue": "Report an issue",
  "/report-content": "Report a photo",
  [`/report-content?media=${id}`]: "Report a photo",
  "/direct-access": "Direct Access",
  "/privacy": "Privacy",
  "/terms": "Terms",
  "/data-management": "Your data",
  "/family-safety": "Family safety",
});

/** Pages that children learn are for the grown-ups, and others see. */
const grownUpPages: Record<string, Expected> = {
  "/quota": "Prints and storage",
  "/billing": "Billing",
  "/gift-shop": "Gift shop",
  "/print-orders": "Print orders",
  "/import": "Import photos",
  "/map": "Map",
  "/map/places/2267057": "Lisbon, Portugal",
  "/screens": "TVs and frames",
  "/films": "Films",
};

const adminPages: Record<string, Expected> = {
  "/admin/dashboard": "Dashboard",
  "/admin/vouchers": "Vouchers",
  "/admin/maintenance": "Maintenance",
  "/admin/stripe-settings": "Card payments",
  "/admin-notifications": "Send Notifications",
  "/admin/notifications": "Send Notifications",
  "/admin-print-orders": "Print orders",
  "/admin-users": "Users",
  "/manage-users": "Manage Users",
  "/invite-family-members": "Invite Family Members",
  "/create-child-account": "Create Child Account",
  "/print-diagnostics": "Print diagnostics",
  "/print-provider-test": "Print provider test",
  "/video-quality-demo": "Video quality demo",
  "/video-test": "Video playback",
  "/video-thumbnail-debug": "Video thumbnails",
  "/video-upload-test": "Video upload test",
  "/video-quality-test": "Video quality test",
  "/video-test-page": "Video reachability",
  "/fix-images": "Fix images",
  "/view-images": "View images",
  "/image-diagnostic": "Image diagnostic",
  "/test-media": "Test media",
  "/profile-test": "Profile test",
};

/** Specification 2.2 and 2.3 (product.md, Super admins). */
const superAdminPages: Record<string, Expected> = {
  "/super-admin": "Super Admin Dashboard",
  "/super-admin/settings": "Admin Settings",
  "/super-admin/api-keys": "API Keys",
  "/super-admin/activity-log": "Activity Log",
  "/super-admin/marketing": "Marketing",
  "/super-admin/email-templates": "Email Templates",
  "/super-admin/system-health": "System Health",
  "/super-admin/reports": "Reports",
  "/setup": "How this album is set up",
};

const all = (pages: Record<string, Expected>, expected: Expected): Record<string, Expected> =>
  Object.fromEntries(Object.keys(pages).map((address) => [address, expected]));

const text = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();

const headingIn = (html: string) => text(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "");

/** The page's own text, without header, banners and footer. */
const mainText = (html: string) => text(/<main[^>]*>(.*?)<\/main>/s.exec(html)?.[1] ?? "");

async function problemAt(
  caller: APIRequestContext,
  address: string,
  expected: Expected,
): Promise<string | null> {
  const answer = await caller.get(address, { maxRedirects: 0, headers: { accept: "text/html" } });
  const html = await answer.text();
  const status = answer.status();
  if (typeof expected === "object" && "to" in expected) {
    const place = new URL(answer.headers().location ?? "", answer.url()).pathname;
    return status >= 300 && status < 400 && place === expected.to ? null : `${address}: ${status} ${place}`;
  }
  if (typeof expected === "object" && "status" in expected) {
    return status === expected.status ? null : `${address}: ${status}`;
  }
  if (typeof expected === "object" && "title" in expected) {
    const title = text(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "");
    return status === 200 && expected.title.test(title) ? null : `${address}: ${status} “${title}”`;
  }
  const heading = headingIn(html);
  const isRight = typeof expected === "string" ? heading === expected : expected.test(heading);
  if (status !== 200 || !isRight) return `${address}: ${status} “${heading}”`;
  if (heading === "Page Not Found") return `${address}: it says that it isn't there`;
  return mainText(html).length > heading.length + 10 ? null : `${address}: an empty shell`;
}

async function expectEvery(caller: APIRequestContext, pages: Record<string, Expected>): Promise<void> {
  const problems: (string | null)[] = [];
  for (const [address, expected] of Object.entries(pages))
    problems.push(await problemAt(caller, address, expected));
  expect(problems.filter(Boolean)).toEqual([]);
}

test("every address of specification 2 gives each role its own page", async ({ baseURL }) => {
  const contexts: APIRequestContext[] = [];
  const someone = async () => {
    const context = await requests.newContext(baseURL ? { baseURL } : {});
    contexts.push(context);
    return context;
  };
  const [visitor, owner, member, admin, child, superAdmin] = [
    await someone(),
    await someone(),
    await someone(),
    await someone(),
    await someone(),
    await someone(),
  ];
  await signUpFamily(owner);
  const item = await owner.post("/api/media", {
    multipart: {
      fileData: { name: "garden.jpg", mimeType: "image/jpeg", buffer: await photo() },
      year: "2024",
      month: "3",
      description: "In the #garden",
    },
  });
  const { id } = (await item.json()) as { id: string };
  const password = "sunday lunch";
  const second = await joinFamilyOf(owner, member);
  expect(second.username).toBeTruthy();

  const childName = `ife-${id.slice(0, 8)}`;
  const made = await owner.post("/api/child-accounts", {
    data: { username: childName, password, displayName: "Ife", birthDate: "2018-05-04" },
  });
  expect(made.status()).toBe(201);
  await child.post("/api/auth/login", { data: { usernameOrEmail: childName, password } });
  await superAdmin.post("/api/auth/login", {
    data: { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" },
  });

  const album = await owner.post("/api/albums", { data: { title: "Grandma's garden" } });
  const { id: albumId } = (await album.json()) as { id: string };
  const pages = familyPages(id, albumId);
  await test.step("visitor", async () => {
    const elsewhere = { ...pages, ...grownUpPages, ...adminPages, ...superAdminPages, "/nowhere": "" };
    await expectEvery(visitor, { ...all(elsewhere, welcome), ...visitorPages });
  });
  await test.step("owner", () =>
    expectEvery(owner, {
      ...pages,
      ...grownUpPages,
      ...adminPages,
      ...all(superAdminPages, { to: "/" }),
      "/nowhere": { status: 404 },
      [`/view-image/${unknownId}`]: { status: 404 },
    }));
  await test.step("member", () =>
    expectEvery(member, {
      ...pages,
      ...grownUpPages,
      ...all(adminPages, adminsOnly),
      ...all(superAdminPages, { to: "/" }),
      "/direct-access": adminsOnly,
      "/nowhere": { status: 404 },
    }));
  await test.step("child", () =>
    expectEvery(child, {
      ...pages,
      ...all(grownUpPages, grownUpsOnly),
      ...all(adminPages, adminsOnly),
      "/direct-access": adminsOnly,
      ...all(superAdminPages, { to: "/" }),
      "/nowhere": { status: 404 },
    }));
  await test.step("admin", async () => {
    const users = (await (await owner.get("/api/users")).json()) as { id: string; username: string }[];
    const promoted = users.find(({ username }) => username === second.username);
    const change = await owner.patch(`/api/users/${promoted?.id}`, { data: { role: "admin" } });
    expect(change.ok()).toBe(true);
    await admin.post("/api/auth/login", { data: { usernameOrEmail: second.username, password } });
    await expectEvery(admin, { ...adminPages, ...grownUpPages, ...all(superAdminPages, { to: "/" }) });
  });
  await test.step("super admin", () =>
    expectEvery(superAdmin, {
      ...all({ ...pages, ...grownUpPages, ...adminPages, "/nowhere": "" }, { to: "/super-admin" }),
      ...superAdminPages,
      "/login": signedInAlready,
    }));
  for (const context of contexts) await context.dispose();
});

test("the bell, the basket and the banners stay on the pages that visitors see too", async ({ page }) => {
  await signUpFamily(page.request);
  const today = new Date().toISOString().slice(5, 10);
  const data = { name: "Teddy", birthDate: `2020-${today}` };
  expect((await page.request.post("/api/family-members", { data })).ok()).toBe(true);
  const addresses = [
    "/pricing",
    "/privacy",
    "/terms",
    "/data-management",
    "/family-safety",
    "/welcome",
    "/nowhere",
  ];
  for (const address of ["/", ...addresses]) {
    await page.goto(address);
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: /^Notifications/ })).toBeVisible();
    await expect(header.getByRole("button", { name: /^Basket/ })).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Family news" })).toContainText("Teddy");
  }
});

test("a picture is reported, hidden from everyone, and restored by an admin", async ({ page, browser }) => {
  await signUpFamily(page.request);
  const sent = await page.request.post("/api/media", {
    multipart: {
      fileData: { name: "gate.jpg", mimeType: "image/jpeg", buffer: await photo() },
      year: "2024",
      month: "3",
      description: "Our garden gate",
    },
  });
  const { id } = (await sent.json()) as { id: string };
  const theirs = await browser.newContext();
  await joinFamilyOf(page.request, theirs.request);
  const member = await theirs.newPage();
  await member.goto(`/view-image/${id}`);
  await member.getByRole("button", { name: "Details", exact: true }).click();
  await member.getByRole("link", { name: "Report this photo" }).click();
  await member.getByRole("radio", { name: /address or something else private/ }).check();
  await member.getByRole("button", { name: "Report and hide it" }).click();
  await expect(member.getByRole("heading", { name: "Thank you. It's hidden now" })).toBeFocused();
  expect((await page.request.get(`/api/media/${id}`)).status()).toBe(404);

  await page.goto("/admin/dashboard");
  await expect(page.getByText("It shows an address or something else private")).toBeVisible();
  await page.getByRole("button", { name: "View it" }).click();
  await expect(page.getByRole("img", { name: "Our garden gate" })).toBeVisible();
  await page.getByRole("button", { name: "Show it again" }).click();
  await expect(page.getByText("Nothing to review.", { exact: false })).toBeVisible();
  expect((await theirs.request.get(`/api/media/${id}`)).status()).toBe(200);
  await theirs.close();
});
