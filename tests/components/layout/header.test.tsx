import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ContextType } from "react";
import { closeUploadDialog, useUploadDialogState } from "@/components/album/uploads/upload-dialog-controller";
import { Header } from "@/components/shell/layout/header";
import type { UserDto } from "@/lib/account/accounts/schema";
import { searchAddress } from "@/lib/album/media/search-parts";
import { createQueryClient } from "@/lib/http/query-client";
import type { UnreadCounts } from "@/lib/notify/notifications/schema";
import { fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

function UploadState() {
  const { open, filter } = useUploadDialogState();
  return <output>{open ? `upload ${filter}` : "no upload"}</output>;
}

async function renderHeader(
  user: UserDto | null,
  address = "/",
  unread: UnreadCounts | null = null,
  unviewedOrders: number | null = null,
) {
  const push = jest.fn();
  const router = { push, prefetch: () => {} } as unknown as NonNullable<ContextType<typeof AppRouterContext>>;
  const url = new URL(address, "http://localhost");
  const calls = fakeFetch(user ? { json: user } : { status: 401 });
  renderInSession(
    <AppRouterContext value={router}>
      <PathnameContext value={url.pathname}>
        <SearchParamsContext value={url.searchParams}>
          <Header appName="Keepsake" user={user} unread={unread} unviewedOrders={unviewedOrders} />
          <UploadState />
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
    { initialUser: user, queryClient: createQueryClient() },
  );
  await waitFor(() => expect(calls).toHaveLength(1));
  return { push };
}

afterEach(() => act(() => closeUploadDialog()));

test("a visitor sees only Sign In", async () => {
  await renderHeader(null);
  expect(screen.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login");
  expect(screen.queryByRole("button", { name: "Upload" })).not.toBeInTheDocument();
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
});

test("the family's name is in the header", async () => {
  await renderHeader(userDto());
  expect(screen.getByText("The Okafors")).toBeVisible();
});

test("the logo is the icon and the product's name, and links home", async () => {
  await renderHeader(userDto());
  const logo = screen.getByRole("link", { name: "Keepsake" });
  expect(logo).toHaveAttribute("href", "/");
  expect(logo.querySelectorAll("svg rect")).toHaveLength(2);
});

test("the bell is in the header of anyone with a family, and links to the notifications", async () => {
  const bell = () => screen.queryByRole("link", { name: "Notifications, 2 new" });
  await renderHeader(userDto(), "/", { personal: 1, adminMessages: 1 });
  expect(bell()).toHaveAttribute("href", "/notifications");
});

test.each([
  [2, "Print orders, 2 new"],
  [null, null],
])("with %s unseen orders the header's print-orders button is %s", async (unviewed, name) => {
  await renderHeader(userDto(), "/", null, unviewed);
  const button = screen.queryByRole("link", { name: /Print orders/ });
  if (name === null) expect(button).not.toBeInTheDocument();
  else expect(button).toHaveAccessibleName(name);
});

test("without a family there is no bell", async () => {
  await renderHeader(userDto({ currentFamily: null }), "/", null);
  expect(screen.queryByRole("link", { name: /Notifications/ })).not.toBeInTheDocument();
});

test("Upload opens the dialog for photos and videos with one press", async () => {
  await renderHeader(userDto());
  await userEvent.click(screen.getByRole("button", { name: "Upload" }));
  expect(screen.getByRole("status")).toHaveTextContent("upload all");
  expect(screen.queryByRole("menu")).toBeNull();
});

test.each([
  ["Upload Photos", "upload image"],
  ["Upload Videos", "upload video"],
])("%s opens the dialog for its kind of file", async (entry, state) => {
  await renderHeader(userDto());
  await userEvent.click(screen.getByRole("button", { name: "More ways to add photos" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
  expect(screen.getByRole("status")).toHaveTextContent(state);
});

test.each([
  ["an admin", true, ["Upload test", "Media and their files"]],
  ["a member", false, []],
])("the Upload menu of %s has its demo links", async (_, isAdmin, links) => {
  await renderHeader(userDto({ isAdmin }));
  await userEvent.click(screen.getByRole("button", { name: "More ways to add photos" }));
  const entries = await screen.findAllByRole("menuitem");
  expect(entries.map(({ textContent }) => textContent)).toEqual(["Upload Photos", "Upload Videos", ...links]);
});

/** Opens the account menu. */
async function openAccount(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole("button", { name: /^Your account/ }));
  return screen.findByRole("navigation", { name: "Your account" });
}
const groupButtons = (menu: HTMLElement) =>
  within(menu)
    .queryAllByRole("button")
    .filter((button) => button.hasAttribute("aria-expanded"));
const linksIn = (menu: HTMLElement) =>
  within(menu)
    .queryAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

/** The links in each group. */
async function groupsOf(menu: HTMLElement): Promise<Record<string, string[]>> {
  const always = linksIn(menu);
  const groups: Record<string, string[]> = {};
  for (const button of groupButtons(menu)) {
    await userEvent.click(button);
    expect(button).toHaveAttribute("aria-expanded", "true");
    groups[button.textContent ?? ""] = linksIn(menu).filter((link) => !always.includes(link));
  }
  return groups;
}

test("a member's account menu has six groups, the last of which is Log out", async () => {
  await renderHeader(userDto({ isAdmin: false }));
  const menu = await openAccount();
  expect(linksIn(menu)).toEqual(["Upgrade Plan /billing"]);
  expect(await groupsOf(menu)).toEqual({
    Photos: [
      "All photos /all-photos",
      "Albums /albums",
      "Books and calendars /books",
      "On this day /on-this-day",
      "Favorites /favorites",
      "Photos of me /tagged",
      "People /people",
      "Growing up /growing-up",
      "Films /films",
      "Map /map",
      "TVs and frames /screens",
      "Welcome page /welcome",
      "Trash /settings?tab=trash",
    ],
    "Prints and gifts": ["Print Orders /print-orders", "Prints and Storage /quota", "Gift Shop /gift-shop"],
    Family: ["Family settings /settings?tab=family", "Billing /billing"],
    Notifications: ["Notifications /notifications", "Notification settings /settings?tab=notifications"],
    Settings: ["Profile /profile", "Settings /settings", "Password /password-security", "Security /security"],
  });
  expect(screen.getByRole("button", { name: "Log out" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Administration" })).not.toBeInTheDocument();
});

test("one group is open at a time, Settings includes the appearance, and a link closes the menu", async () => {
  await renderHeader(userDto({ isAdmin: false }));
  const menu = await openAccount();
  await userEvent.click(within(menu).getByRole("button", { name: "Settings" }));
  expect(within(menu).getAllByRole("radio")).toHaveLength(3);
  const photos = within(menu).getByRole("button", { name: "Photos" });
  await userEvent.click(photos);
  expect(within(menu).getByRole("button", { name: "Settings" })).toHaveAttribute("aria-expanded", "false");
  const link = within(menu).getByRole("link", { name: "Favorites" });
  // jsdom can't navigate.
  link.parentElement?.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(link);
  expect(screen.queryByRole("navigation", { name: "Your account" })).not.toBeInTheDocument();
});

test("administration is one entry with three groups, and a way back", async () => {
  await renderHeader(userDto());
  const menu = await openAccount();
  expect(Object.keys(await groupsOf(menu))).toHaveLength(5);
  await userEvent.click(within(menu).getByRole("button", { name: "Administration" }));
  expect(within(menu).getByRole("button", { name: "Back to your account" })).toHaveFocus();
  expect(await groupsOf(menu)).toEqual({
    Family: [
      "Dashboard /admin/dashboard",
      "Invite Family Members /invite-family-members",
      "Manage Users /manage-users",
      "Users /admin-users",
      "Create Child Account /create-child-account",
      "Direct Access /direct-access",
      "Send Notifications /admin-notifications",
    ],
    Prints: ["Family Print Orders /admin-print-orders", "Vouchers /admin/vouchers"],
    Server: [
      "Maintenance /admin/maintenance",
      "Card Payments /admin/stripe-settings",
      "Print Diagnostics /print-diagnostics",
      "Print Provider Test /print-provider-test",
      "Diagnostics /test-media",
      "Video demos /video-quality-demo",
    ],
  });
  await userEvent.click(within(menu).getByRole("button", { name: "Back to your account" }));
  expect(within(menu).getByRole("button", { name: "Administration" })).toHaveFocus();
});

test.each(["family", "premium"] as const)("upgrading is not suggested on the %s tier", async (tier) => {
  await renderHeader(userDto({ subscriptionTier: tier, subscriptionStatus: "active" }));
  expect(linksIn(await openAccount())).toEqual([]);
});

test.each([
  ["a child", { isChild: true }, ["Photos", "Family", "Notifications", "Settings"]],
  ["who has no family", { currentFamily: null }, ["Settings"]],
])("the menu of %s has no plans and no prints", async (_, change, names) => {
  await renderHeader(userDto({ isAdmin: false, ...change }));
  const menu = await openAccount();
  const groups = await groupsOf(menu);
  expect(Object.keys(groups)).toEqual(names);
  expect([...linksIn(menu), ...Object.values(groups).flat()].join()).not.toMatch(
    /billing|print|quota|screens|films/,
  );
  expect(screen.getByRole("button", { name: "Log out" })).toBeVisible();
});

test("a super admin's menu links to the dashboard and to no family's page", async () => {
  await renderHeader(userDto({ isAdmin: false, isSuperAdmin: true, currentFamily: null }));
  const menu = await openAccount();
  expect(linksIn(menu)).toEqual([
    "Super Admin Dashboard /super-admin",
    "Admin Settings /super-admin/settings",
    "API Keys /super-admin/api-keys",
    "Activity Log /super-admin/activity-log",
    "Marketing /super-admin/marketing",
    "Email Templates /super-admin/email-templates",
    "System Health /super-admin/system-health",
    "Reports /super-admin/reports",
  ]);
  expect(await groupsOf(menu)).toEqual({ Settings: [] });
});

test("the AI Sorter is offered only while the subscription is active, once: the Upload menu doesn't repeat it", async () => {
  await renderHeader(userDto());
  expect(screen.queryByRole("link", { name: "AI Sorter" })).not.toBeInTheDocument();
  cleanup();
  await renderHeader(userDto({ subscriptionTier: "family", subscriptionStatus: "active" }));
  const link = screen.getByRole("link", { name: "AI Sorter" });
  expect(link).toHaveAttribute("href", "/ai-photo-sorter");
  // Below 768 px it is in the upload dialog.
  expect(link).toHaveClass("hidden", "md:inline-flex");
  await userEvent.click(screen.getByRole("button", { name: "More ways to add photos" }));
  await screen.findByRole("menuitem", { name: "Upload Videos" });
  expect(screen.queryByRole("menuitem", { name: "AI Sorter" })).not.toBeInTheDocument();
});

test("Enter opens the search", async () => {
  const { push } = await renderHeader(userDto());
  await userEvent.type(screen.getByRole("searchbox"), "beach ball{Enter}");
  expect(push).toHaveBeenCalledWith("/search?q=beach%20ball");
});

test("on the search page the box shows the search and typing changes the address", async () => {
  const { push } = await renderHeader(userDto(), "/search?tag=beach");
  expect(screen.getByRole("searchbox")).toHaveValue("#beach");
  await userEvent.clear(screen.getByRole("searchbox"));
  await userEvent.type(screen.getByRole("searchbox"), "boat");
  expect(`${window.location.pathname}${window.location.search}`).toBe("/search?q=boat");
  expect(push).not.toHaveBeenCalled();
});

test("a single hashtag is searched by tag", () => {
  expect(searchAddress(" #beach ")).toBe("/search?tag=beach");
  expect(searchAddress("#beach ball")).toBe("/search?q=%23beach%20ball");
  expect(searchAddress(" ")).toBe("/search");
});
