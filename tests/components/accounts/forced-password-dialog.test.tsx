import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { ForcedPasswordDialog } from "@/components/account/accounts/forced-password-dialog";
import { LoginForm } from "@/components/account/accounts/login-form";
import { PasswordGate } from "@/components/account/accounts/password-gate";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const temporary = userDto({ passwordTemporary: true });
const own = userDto({ passwordTemporary: false });
let api: FakeApi;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  api = new FakeApi()
    .on("GET /api/auth/me", { json: temporary })
    .on("POST /api/auth/change-password", { json: { success: true, message: "Password updated" } })
    .install();
});

const field = (name: string) => screen.getByLabelText(name);
const change = () => userEvent.click(screen.getByRole("button", { name: "Change Password" }));

async function fill(current: string, next: string, confirmation = next) {
  if (current) await userEvent.type(field("Current password"), current);
  if (next) await userEvent.type(field("New password"), next);
  if (confirmation) await userEvent.type(field("Confirm new password"), confirmation);
}

function renderDialog() {
  const onChanged = jest.fn();
  renderPage(<ForcedPasswordDialog onChanged={onChanged} />, { user: temporary });
  return onChanged;
}

test("a temporary password opens the dialog on any page, a chosen one doesn't", async () => {
  const view = renderPage(<PasswordGate />, { user: temporary });
  expect(await screen.findByRole("dialog", { name: "Choose a new password" })).toBeVisible();
  view.unmount();
  api.on("GET /api/auth/me", { json: own });
  renderPage(<PasswordGate />, { user: own });
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(2));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("nothing dismisses it, and it has no accessibility faults", async () => {
  renderDialog();
  const dialog = screen.getByRole("dialog");
  await userEvent.keyboard("{Escape}");
  const overlay = document.querySelector(".overlay");
  if (overlay) await userEvent.click(overlay, { pointerEventsCheck: 0 });
  expect(dialog).toBeVisible();
  expect(screen.queryByRole("button", { name: "Close" })).not.toBeInTheDocument();
  expect((await axe(dialog)).violations).toEqual([]);
});

test("signing out is always possible", async () => {
  api.on("POST /api/auth/logout", { json: { success: true } });
  renderDialog();
  await userEvent.click(screen.getByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(api.made("POST /api/auth/logout")).toHaveLength(1));
});

test("missing input is reported in the specification's words, and nothing is sent", async () => {
  renderDialog();
  await change();
  expect(await screen.findByText("Current password is required")).toBeVisible();
  expect(field("New password")).toHaveAccessibleDescription(/New password must be at least 6 characters$/);
  expect(field("Confirm new password")).toHaveAccessibleDescription("Password confirmation is required");
  expect(field("Current password")).toHaveFocus();
  expect(api.made("POST")).toEqual([]);
});

test("two different passwords are refused", async () => {
  renderDialog();
  await fill("temporary", "lanterns", "lantern");
  await change();
  await waitFor(() =>
    expect(field("Confirm new password")).toHaveAccessibleDescription("Passwords do not match"),
  );
  expect(api.made("POST")).toEqual([]);
});

test("a change refreshes the person and goes home, and the next page says 'Password updated'", async () => {
  const onChanged = renderDialog();
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  await fill("temporary", "lanterns");
  await change();
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
    currentPassword: "temporary",
    newPassword: "lanterns",
  });
  expect(api.made("GET /api/auth/me")).toHaveLength(2);
  expect(sessionStorage.getItem("toastForNextPage")).toContain("Password updated");
});

test.each([
  [
    "the server's words at the field they are about",
    { status: 422, json: { message: "That is not it.", field: "currentPassword" } },
    "That is not it.",
  ],
  [
    "the server's words",
    { status: 429, json: { message: "Please wait 4 minutes." } },
    "Please wait 4 minutes.",
  ],
  [
    "that it failed, where the server says nothing",
    { status: 500 },
    "Failed to change password. Please try again.",
  ],
])("a refusal shows %s and keeps what was typed", async (_, reply, words) => {
  api.on("POST /api/auth/change-password", reply);
  const onChanged = renderDialog();
  await fill("temporary", "lanterns");
  await change();
  expect(await screen.findByRole("alert")).toHaveTextContent(words);
  expect(field("New password")).toHaveValue("lanterns");
  expect(onChanged).not.toHaveBeenCalled();
});

test("an unreachable server is reported in the specification's words", async () => {
  api.on("POST /api/auth/change-password", () => {
    throw new TypeError("Failed to fetch");
  });
  renderDialog();
  await fill("temporary", "lanterns");
  await change();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "An error occurred while changing your password. Please try again.",
  );
});

test("after sign-in with a temporary password, the sign-in page stays until it is changed", async () => {
  api
    .on("GET /api/auth/me", { status: 401, json: { message: "no" } })
    .on("POST /api/auth/login", { json: temporary });
  const onSignedIn = jest.fn();
  renderPage(
    <>
      <LoginForm next="/search" onSignedIn={onSignedIn} />
      <PasswordGate />
    </>,
    { user: null },
  );
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  await userEvent.type(screen.getByLabelText("Username or email"), "ada");
  await userEvent.type(screen.getByLabelText("Password"), "temporary");
  await userEvent.click(screen.getByRole("button", { name: "Sign In with Love" }));
  expect(await screen.findByRole("dialog", { name: "Choose a new password" })).toBeVisible();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test("a session opened by an admin's link doesn't show it: such a session can't change the password", async () => {
  const user = userDto({ passwordTemporary: true, isDirectAccess: true });
  api.on("GET /api/auth/me", { json: user });
  renderPage(<PasswordGate />, { user });
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
