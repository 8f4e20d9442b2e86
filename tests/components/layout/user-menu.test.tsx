import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UserMenuContent } from "@/components/shell/layout/user-menu-content";
import type { UserDto } from "@/lib/account/accounts/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const open = (change: Partial<UserDto>) => {
  const user = userDto({ isAdmin: false, ...change });
  new FakeApi().on("GET /api/auth/me", { json: user }).install();
  renderPage(<UserMenuContent trigger={<button type="button">Your account</button>} />, { user });
};
const offers = { prints: true, gifts: false, asksAddress: true, country: "GB" };

/** The links under "Prints and gifts". */
async function printsAndGifts(): Promise<(string | null)[]> {
  const menu = await screen.findByRole("navigation", { name: "Your account" });
  const before = within(menu).queryAllByRole("link");
  await userEvent.click(within(menu).getByRole("button", { name: "Prints and gifts" }));
  const links = within(menu).getAllByRole("link");
  return links.filter((link) => !before.includes(link)).map(({ textContent }) => textContent);
}

test.each([
  ["a member, where gifts are sold", { offers: { ...offers, gifts: true } }, true],
  ["a member, without a provider of payments", { offers }, false],
  ["an admin, without a provider of payments", { offers, isAdmin: true }, true],
])("the gift shop is in the menu if gifts are sold, and for admins: %s", async (_, change, isThere) => {
  open(change);
  expect((await printsAndGifts()).includes("Gift Shop")).toBe(isThere);
});

test("if prints are off, the menu doesn't mention them", async () => {
  open({ isAdmin: true, offers: { ...offers, prints: false } });
  expect(await printsAndGifts()).toEqual(["Storage", "Gift Shop"]);
  await userEvent.click(screen.getByRole("button", { name: "Administration" }));
  await userEvent.click(await screen.findByRole("button", { name: "Prints" }));
  expect(screen.getByRole("link", { name: "Vouchers" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Family Print Orders" })).toBeNull();
});
