import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ContextType } from "react";
import { Header } from "@/components/layout/header";
import { searchAddress } from "@/components/layout/header-search";
import { closeUploadDialog, useUploadDialogState } from "@/components/uploads/upload-dialog-controller";
import type { UserDto } from "@/lib/features/accounts/schema";
import type { UnreadCounts } from "@/lib/features/notifications/count-queries";
import { createQueryClient } from "@/lib/http/query-client";
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

test("the family's name stands in the header", async () => {
  await renderHeader(userDto());
  expect(screen.getByText("The Okafors")).toBeVisible();
});

test("the logo is the mark and the product's name, and leads home", async () => {
  await renderHeader(userDto());
  const logo = screen.getByRole("link", { name: "Keepsake" });
  expect(logo).toHaveAttribute("href", "/");
  expect(logo.querySelectorAll("svg rect")).toHaveLength(2);
});

test("the bell stands in the header of whoever has a family, and leads to the notifications", async () => {
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

test.each([
  ["Upload Photos", "upload image"],
  ["Upload Videos", "upload video"],
])("%s opens the dialog for its kind of file", async (entry, state) => {
  await renderHeader(userDto());
  await userEvent.click(screen.getByRole("button", { name: "Upload" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
  expect(screen.getByRole("status")).toHaveTextContent(state);
});

test.each([
  ["an admin", true, ["Upload test", "Media and their files"]],
  ["a member", false, []],
])("the Upload menu of %s has its demo links", async (_, isAdmin, links) => {
  await renderHeader(userDto({ isAdmin }));
  await userEvent.click(screen.getByRole("button", { name: "Upload" }));
  const entries = await screen.findAllByRole("menuitem");
  expect(entries.map(({ textContent }) => textContent)).toEqual(["Upload Photos", "Upload Videos", ...links]);
});

const entryAddresses = async () =>
  (await screen.findAllByRole("menuitem"))
    .filter((entry) => entry.hasAttribute("href"))
    .map((entry) => `${entry.textContent} ${entry.getAttribute("href")}`);

test("a member's menu leads to their pages and out", async () => {
  await renderHeader(userDto({ isAdmin: false }));
  await userEvent.click(screen.getByRole("button", { name: "Your account, ada" }));
  expect(await entryAddresses()).toEqual([
    "Upgrade Plan /billing",
    "Favorites /favorites",
    "Pictures of me /tagged",
    "People /people",
    "Welcome page /welcome",
    "Notifications /notifications",
    "Profile /profile",
    "Print Orders /print-orders",
    "Settings /settings",
    "Billing /billing",
    "Prints and Storage /quota",
    "Gift Shop /gift-shop",
    "Password /password-security",
    "Security /security",
  ]);
  expect(screen.getByRole("menuitem", { name: "Log out" })).toBeVisible();
});

test("an admin's menu also leads to inviting and managing", async () => {
  await renderHeader(userDto());
  await userEvent.click(screen.getByRole("button", { name: "Your account, ada" }));
  expect((await entryAddresses()).slice(14)).toEqual([
    "Dashboard /admin/dashboard",
    "Invite Family Members /invite-family-members",
    "Manage Users /manage-users",
    "Send Notifications /admin-notifications",
    "Family Print Orders /admin-print-orders",
    "Vouchers /admin/vouchers",
    "Video demos /video-quality-demo",
  ]);
});

test.each(["family", "premium"] as const)("nobody is asked to upgrade on the %s tier", async (tier) => {
  await renderHeader(userDto({ subscriptionTier: tier, subscriptionStatus: "active" }));
  await userEvent.click(screen.getByRole("button", { name: "Your account, ada" }));
  expect((await entryAddresses()).join()).not.toContain("Upgrade Plan");
});

test.each([
  ["a child", { isChild: true }],
  ["who has no family", { currentFamily: null }],
])("the menu of %s leads to no plans and no prints", async (_, change) => {
  await renderHeader(userDto({ isAdmin: false, ...change }));
  await userEvent.click(screen.getByRole("button", { name: "Your account, ada" }));
  expect((await entryAddresses()).join()).not.toMatch(/billing|print|quota/);
});

test("a super admin's menu leads to the dashboard and to no family's page", async () => {
  await renderHeader(userDto({ isSuperAdmin: true, currentFamily: null }));
  await userEvent.click(screen.getByRole("button", { name: /Your account/ }));
  expect(await screen.findByRole("menuitem", { name: "Super Admin Dashboard" })).toHaveAttribute(
    "href",
    "/super-admin",
  );
  for (const [name, href] of [
    ["Admin Settings", "/super-admin/settings"],
    ["API Keys", "/super-admin/api-keys"],
    ["Activity Log", "/super-admin/activity-log"],
  ] as const) {
    expect(screen.getByRole("menuitem", { name })).toHaveAttribute("href", href);
  }
  expect(screen.queryByRole("menuitem", { name: "Favorites" })).not.toBeInTheDocument();
});

test("the AI Sorter is offered only while the subscription is active", async () => {
  await renderHeader(userDto());
  expect(screen.queryByRole("link", { name: "AI Sorter" })).not.toBeInTheDocument();
  cleanup();
  await renderHeader(userDto({ subscriptionTier: "family", subscriptionStatus: "active" }));
  expect(screen.getByRole("link", { name: "AI Sorter" })).toHaveAttribute("href", "/ai-photo-sorter");
  await userEvent.click(screen.getByRole("button", { name: /menu|ada/i }));
  expect(await screen.findByRole("menuitem", { name: "AI Sorter" })).toHaveAttribute(
    "href",
    "/ai-photo-sorter",
  );
});

test("Enter leads to the search", async () => {
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

test("a lone hashtag is searched by tag", () => {
  expect(searchAddress(" #beach ")).toBe("/search?tag=beach");
  expect(searchAddress("#beach ball")).toBe("/search?q=%23beach%20ball");
  expect(searchAddress(" ")).toBe("/search");
});
