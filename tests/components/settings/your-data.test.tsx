import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { YourDataSettings } from "@/components/operations/your-data/your-data-settings";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { AccountDeletionPlan } from "@/lib/operations/your-data/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

type Families = AccountDeletionPlan["families"];
const stays: Families = [{ id: "1", name: "The Okafors", fate: "stays" }];

async function open(families: Families = stays, change: Partial<UserDto> = {}) {
  const user = userDto(change);
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("DELETE /api/user", { status: 204 })
    .on("POST /api/auth/logout", { status: 401 })
    .install();
  renderPage(<YourDataSettings plan={{ families }} />, { user });
  await waitFor(() => expect(localStorage.getItem("userData")).not.toBeNull());
  return api;
}

const openDialog = () => userEvent.click(screen.getByRole("button", { name: "Delete account" }));
const confirm = () => userEvent.click(screen.getByRole("button", { name: "Delete permanently" }));

beforeEach(() => localStorage.clear());

test("the ZIP is a plain download", async () => {
  await open();
  const link = screen.getByRole("link", { name: "Download my data" });
  expect(link).toHaveAttribute("href", "/api/user/export");
  expect(link).toHaveAttribute("download");
});

test("what goes and what stays is told before", async () => {
  await open([...stays, { id: "2", name: "Just me", fate: "goes" }]);
  await openDialog();
  expect(screen.getByRole("dialog")).toHaveTextContent(/Just me, with every photo and video in it/);
  expect(screen.getByRole("dialog")).toHaveTextContent(
    /the photos you added to The Okafors, without your name/,
  );
});

test("nothing is sent before the user name and the password are typed", async () => {
  const api = await open();
  await openDialog();
  await confirm();
  expect(screen.getByLabelText("Type ada to confirm")).toHaveAccessibleDescription("Please type ada");
  await userEvent.type(screen.getByLabelText("Type ada to confirm"), "ada");
  await confirm();
  expect(screen.getByLabelText("Your password")).toHaveAccessibleDescription("Password is required");
  expect(api.made("DELETE")).toEqual([]);
});

test("afterwards the person is signed out fully", async () => {
  const api = await open();
  localStorage.setItem("userData", "{}");
  await openDialog();
  await userEvent.type(screen.getByLabelText("Type ada to confirm"), "Ada ");
  await userEvent.type(screen.getByLabelText("Your password"), "sunday lunch");
  await confirm();
  await waitFor(() => expect(api.made("POST /api/auth/logout")).toHaveLength(1));
  expect(api.calls.find(({ method }) => method === "DELETE")?.body).toMatchObject({
    password: "sunday lunch",
  });
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test("a wrong password stands at its field, and nothing was deleted", async () => {
  const api = await open();
  const error = "That is not your password. Nothing was deleted.";
  api.on("DELETE /api/user", { status: 422, json: { error, field: "password" } });
  await openDialog();
  await userEvent.type(screen.getByLabelText("Type ada to confirm"), "ada");
  await userEvent.type(screen.getByLabelText("Your password"), "wrong");
  await confirm();
  await waitFor(() => expect(screen.getByLabelText("Your password")).toHaveAccessibleDescription(error));
  expect(api.made("POST")).toEqual([]);
});

test("an account without a password asks for the user name alone", async () => {
  const api = await open(stays, { hasPassword: false });
  await openDialog();
  expect(screen.queryByLabelText("Your password")).toBeNull();
  await userEvent.type(screen.getByLabelText("Type ada to confirm"), "ada");
  await confirm();
  await waitFor(() => expect(api.calls.at(-1)?.path).toBe("/api/auth/logout"));
  expect(api.calls.find(({ method }) => method === "DELETE")?.body).toEqual({ username: "ada" });
});

test("a family's last owner is told what to do first", async () => {
  await open([{ id: "1", name: "The Okafors", fate: "needsOwner" }]);
  expect(screen.getByText(/You are the only owner of The Okafors/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Transfer ownership" })).toHaveAttribute(
    "href",
    "/settings?tab=family",
  );
  expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
});

test("a child is sent to the family's admins", async () => {
  await open(stays, { isChild: true });
  expect(screen.getByText(/Your family's admins look after your account/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
});
