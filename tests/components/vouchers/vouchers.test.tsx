import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { RedeemForm } from "@/components/shop/vouchers/redeem-form";
import { VoucherManager } from "@/components/shop/vouchers/voucher-manager";
import type { VoucherDto } from "@/lib/shop/vouchers/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const voucher = (change: Partial<VoucherDto> = {}): VoucherDto => ({
  id: "voucher-1",
  code: "ABCD-2345-WXYZ",
  kind: "free_prints",
  amount: 3,
  tier: null,
  uses: 2,
  usesLeft: 1,
  expiresAt: null,
  createdAt: "2026-11-05T12:00:00.000Z",
  state: "open",
  madeBy: "ada",
  usedBy: ["rose"],
  ...change,
});

const signedIn = () => new FakeApi().on("GET /api/auth/me", { json: userDto() });

test("vouchers are listed with their value, who has used them, and their code to copy", async () => {
  signedIn()
    .on("GET /api/admin/vouchers", {
      json: [
        voucher(),
        voucher({
          id: "voucher-2",
          code: "ZZZZ-ZZZZ-ZZZZ",
          kind: "amount_off",
          amount: 1250,
          usesLeft: 0,
          state: "usedUp",
        }),
      ],
    })
    .install();
  const { container } = renderPage(<VoucherManager home="/api/admin/vouchers" />, {
    address: "/admin/vouchers",
  });
  const list = await screen.findByRole("region", { name: "Vouchers" });
  expect(await within(list).findByText("3 free prints")).toBeVisible();
  expect(list).toHaveTextContent("Used 1 of 2 times, by rose.");
  expect(list).toHaveTextContent("£12.50 for the gift shop");
  // Used-up vouchers can't be cancelled.
  expect(within(list).getAllByRole("button", { name: /^Cancel voucher/ })).toHaveLength(1);
  const user = userEvent.setup();
  await user.click(within(list).getByRole("button", { name: "Copy ABCD-2345-WXYZ" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("ABCD-2345-WXYZ"));
  expect((await axe(container)).violations).toEqual([]);
});

test("an admin creates a money voucher in pounds, and sees its code", async () => {
  const api = signedIn()
    .on("GET /api/admin/vouchers", { json: [] })
    .on("POST /api/admin/vouchers", {
      status: 201,
      json: voucher({ kind: "amount_off", amount: 1250, uses: 1, usesLeft: 1, usedBy: [] }),
    })
    .install();
  renderPage(<VoucherManager home="/api/admin/vouchers" />, { address: "/admin/vouchers" });
  expect(await screen.findByText("No vouchers yet")).toBeVisible();
  expect(screen.queryByRole("radio", { name: /Months of a plan/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: /Money to spend/ }));
  await userEvent.type(screen.getByLabelText("Pounds for each use"), "12.50");
  await userEvent.click(screen.getByRole("button", { name: "Create voucher" }));
  expect(await screen.findByText("Your voucher is ready: £12.50 for the gift shop.")).toBeVisible();
  expect(screen.getAllByText("ABCD-2345-WXYZ").length).toBeGreaterThan(0);
  const { body } = api.calls.find(({ method }) => method === "POST") ?? {};
  expect(body).toEqual({ kind: "amount_off", amount: 1250, uses: 1, expiresAt: null });
});

test("a server refusal is shown at its field, and nothing typed is lost", async () => {
  const message = "This voucher would give 9 prints in all: more than you have yourself.";
  signedIn()
    .on("GET /api/admin/vouchers", { json: [] })
    .on("POST /api/admin/vouchers", { status: 422, json: { message, code: "not_enough", field: "amount" } })
    .install();
  renderPage(<VoucherManager home="/api/admin/vouchers" />, { address: "/admin/vouchers" });
  const amount = await screen.findByLabelText("Prints for each use");
  await userEvent.type(amount, "9");
  await userEvent.click(screen.getByRole("button", { name: "Create voucher" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(amount).toHaveAccessibleDescription(message);
  expect(amount).toHaveValue(9);
});

test("a voucher is cancelled after confirmation", async () => {
  const api = signedIn()
    .on("GET /api/admin/vouchers", { json: [voucher()] })
    .on("DELETE /api/admin/vouchers/voucher-1", { status: 204 })
    .install();
  renderPage(<VoucherManager home="/api/admin/vouchers" />, { address: "/admin/vouchers" });
  await userEvent.click(await screen.findByRole("button", { name: "Cancel voucher ABCD-2345-WXYZ" }));
  expect(await screen.findByRole("alertdialog", { name: "Cancel voucher ABCD-2345-WXYZ?" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Cancel voucher" }));
  await waitFor(() => expect(api.made("DELETE")).toEqual(["DELETE /api/admin/vouchers/voucher-1"]));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
});

test("super admins can grant months of a plan", async () => {
  signedIn().on("GET /api/super-admin/vouchers", { json: [] }).install();
  renderPage(<VoucherManager home="/api/super-admin/vouchers" />, { address: "/super-admin/marketing" });
  await userEvent.click(await screen.findByRole("radio", { name: /Months of a plan/ }));
  expect(screen.getByRole("combobox", { name: "Plan" })).toHaveValue("family");
});

test("a redeemed voucher says what one has now; a refused one says why", async () => {
  const api = signedIn().install();
  renderPage(<RedeemForm />, { address: "/billing" });
  const field = await screen.findByLabelText("Voucher code");
  await userEvent.click(screen.getByRole("button", { name: "Redeem" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please enter the voucher's code");
  api.on("POST /api/vouchers/redeem", {
    status: 422,
    json: { message: "This voucher has already been used.", code: "voucher_used_up", field: "code" },
  });
  await userEvent.type(field, "abcd 2345 wxyz");
  await userEvent.click(screen.getByRole("button", { name: "Redeem" }));
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent("This voucher has already been used."),
  );
  expect(field).toHaveValue("abcd 2345 wxyz");
  api.on("POST /api/vouchers/redeem", {
    json: {
      success: true,
      kind: "free_prints",
      amount: 3,
      message: "3 free prints are yours, until you use them.",
    },
  });
  await userEvent.click(screen.getByRole("button", { name: "Redeem" }));
  await waitFor(() =>
    expect(screen.getByRole("status")).toHaveTextContent("3 free prints are yours, until you use them."),
  );
  expect(field).toHaveValue("");
});
