import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NoFamilyHome } from "@/components/album/home/no-family-home";
import { consoleErrors, expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { familyRow } from "@/tests/support/family-rows";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const nobodysUser = userDto({ currentFamily: null, isAdmin: false });

function renderHome(families = [familyRow()]) {
  const api = new FakeApi().on("GET /api/auth/me", { json: nobodysUser }).install();
  renderPage(<NoFamilyHome greeting="Hello, Ada" families={families} />, { user: nobodysUser });
  return api;
}

test("someone without a family can join or create one", async () => {
  renderHome([]);
  expect(await screen.findByRole("heading", { name: "Join a family" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Create New Family" }));
  expect(await screen.findByRole("dialog", { name: "Create New Family" })).toBeVisible();
});

test("an invitation link opens its page, and anything else is reported", async () => {
  renderHome([]);
  const field = await screen.findByLabelText("Invitation link");
  await userEvent.type(field, "hello");
  await userEvent.click(screen.getByRole("button", { name: "Open invitation" }));
  expect(screen.getByText(/This isn't an invitation link/)).toBeVisible();
  expectConsoleError(/navigation/);
  await userEvent.clear(field);
  await userEvent.type(field, "https://album.example.org/register/abcdefghijklmnop_1234");
  await userEvent.click(screen.getByRole("button", { name: "Open invitation" }));
});

test("someone with no current family chooses one of their own", async () => {
  expectConsoleError(/navigation/);
  const api = renderHome().on("POST /api/switch-organization", { json: familyRow() });
  await userEvent.click(await screen.findByRole("button", { name: /The Okafors/ }));
  await waitFor(() => expect(consoleErrors()).toMatch(/navigation/));
  expect(api.made("POST")).toEqual(["POST /api/switch-organization"]);
});

test("someone whose family's album is closed is told so, and what they can still do", async () => {
  new FakeApi().on("GET /api/auth/me", { json: nobodysUser }).install();
  renderPage(<NoFamilyHome greeting="Hello, Ada" families={[]} closedFamilyName="The Okafors" />, {
    user: nobodysUser,
  });
  expect(
    await screen.findByRole("heading", { name: "The album of The Okafors is closed for now" }),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "download your own data" })).toHaveAttribute(
    "href",
    "/settings?tab=data",
  );
});
