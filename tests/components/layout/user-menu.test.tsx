import { screen } from "@testing-library/react";
import { UserMenuContent } from "@/components/layout/user-menu-content";
import type { UserDto } from "@/lib/features/accounts/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const open = (change: Partial<UserDto>) => {
  const user = userDto({ isAdmin: false, ...change });
  new FakeApi().on("GET /api/auth/me", { json: user }).install();
  renderPage(<UserMenuContent trigger={<button type="button">Your account</button>} />, { user });
};
const entry = (name: string) => screen.queryByRole("menuitem", { name });
const offers = { prints: true, gifts: false, asksAddress: true, country: "GB" };

test.each([
  ["a member, where gifts are sold", { offers: { ...offers, gifts: true } }, true],
  ["a member, without a provider of payments", { offers }, false],
  ["an admin, without a provider of payments", { offers, isAdmin: true }, true],
])("the gift shop is in the menu where gifts are sold, and for admins: %s", async (_, change, isThere) => {
  open(change);
  await screen.findByRole("menuitem", { name: "Profile" });
  expect(entry("Gift Shop") !== null).toBe(isThere);
});

test("where prints are off, the menu has nothing about them", async () => {
  open({ isAdmin: true, offers: { ...offers, prints: false } });
  expect(await screen.findByRole("menuitem", { name: "Storage" })).toBeVisible();
  for (const name of ["Print Orders", "Family Print Orders", "Prints and Storage"]) {
    expect(entry(name)).toBeNull();
  }
});
