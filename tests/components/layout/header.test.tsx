import { act, screen, waitFor } from "@testing-library/react";
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
import { fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

function UploadState() {
  const { open, filter } = useUploadDialogState();
  return <output>{open ? `upload ${filter}` : "no upload"}</output>;
}

async function renderHeader(user: UserDto | null, address = "/") {
  const push = jest.fn();
  const router = { push, prefetch: () => {} } as unknown as NonNullable<ContextType<typeof AppRouterContext>>;
  const url = new URL(address, "http://localhost");
  const calls = fakeFetch(user ? { json: user } : { status: 401 });
  renderInSession(
    <AppRouterContext value={router}>
      <PathnameContext value={url.pathname}>
        <SearchParamsContext value={url.searchParams}>
          <Header appName="Keepsake" user={user} />
          <UploadState />
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
    { initialUser: user },
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

test.each([
  ["Upload Photos", "upload image"],
  ["Upload Videos", "upload video"],
])("%s opens the dialog for its kind of file", async (entry, state) => {
  await renderHeader(userDto());
  await userEvent.click(screen.getByRole("button", { name: "Upload" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
  expect(screen.getByRole("status")).toHaveTextContent(state);
});

test("a member's menu leads to their pages and out", async () => {
  await renderHeader(userDto());
  await userEvent.click(screen.getByRole("button", { name: "Your account, ada" }));
  expect(await screen.findByRole("menuitem", { name: "Favorites" })).toHaveAttribute("href", "/favorites");
  expect(screen.getByRole("menuitem", { name: "Settings" })).toHaveAttribute("href", "/settings");
  expect(screen.getByRole("menuitem", { name: "Log out" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Super Admin Dashboard" })).not.toBeInTheDocument();
});

test("a super admin's menu leads to the dashboard and to no family's page", async () => {
  await renderHeader(userDto({ isSuperAdmin: true, currentFamily: null }));
  await userEvent.click(screen.getByRole("button", { name: /Your account/ }));
  expect(await screen.findByRole("menuitem", { name: "Super Admin Dashboard" })).toHaveAttribute(
    "href",
    "/super-admin",
  );
  expect(screen.queryByRole("menuitem", { name: "Favorites" })).not.toBeInTheDocument();
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
