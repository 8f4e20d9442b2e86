import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { ReactNode } from "react";
import { ChildResetForm } from "@/components/account/accounts/child-reset-form";
import { ForgotPasswordForm } from "@/components/account/accounts/forgot-password-form";
import { RecoveryLinks } from "@/components/account/accounts/recovery-links";
import { ResetPasswordForm } from "@/components/account/accounts/reset-password-form";
import { SmsResetForm } from "@/components/account/accounts/sms-reset-form";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";

let api: FakeApi;
beforeEach(() => {
  sessionStorage.clear();
  api = new FakeApi().on("GET /api/auth/me", { status: 401, json: { message: "no" } }).install();
});

/** Renders the page for a visitor and waits for the session check. */
async function openPage(children: ReactNode) {
  const view = renderPage(children, { user: null });
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  // Flush what the answer changes.
  await act(async () => {});
  return view;
}

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const bodyOf = (path: string) => api.calls.find((call) => call.path === path)?.body;
const waiting = /ask an admin of your family/;

test("a forgotten password is requested by email address, and the answer doesn't reveal who exists", async () => {
  const message = "If there is an account with this address, a link is on its way to it.";
  api.on("POST /api/auth/forgot-password", { status: 202, json: { message } });
  const { container } = await openPage(<ForgotPasswordForm isMailConfigured />);
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.type(field("Email"), "rose@");
  await press("Send me a link");
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  await userEvent.type(field("Email"), "Example.org");
  await press("Send me a link");
  expect(await screen.findByRole("status")).toHaveTextContent(message);
  expect(bodyOf("/api/auth/forgot-password")).toEqual({ email: "rose@example.org" });
  expect(screen.queryByText(waiting)).not.toBeInTheDocument();
});

test("without mail the page says before and after whom to ask, not what the server lacks", async () => {
  api.on("POST /api/auth/forgot-password", { status: 202, json: { message: "Noted." } });
  await openPage(<ForgotPasswordForm isMailConfigured={false} />);
  expect(screen.getByText(waiting)).toBeVisible();
  await userEvent.type(field("Email"), "rose@example.org");
  await press("Send me a link");
  expect(await screen.findByText("Noted.")).toBeVisible();
  expect(screen.getByText(waiting)).toBeVisible();
});

test("the recovery pages link to each other and to the sign-in page", async () => {
  await openPage(<RecoveryLinks here="/forgot-password" />);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/sms-reset",
    "/child-password-reset",
    "/login",
  ]);
});

const noMethods = { passkeys: [], hasAuthenticator: false, identities: [], phone: null };
const resetProps = { token: "t-1", username: "rose", methods: noMethods, mustRemoveAll: false };

test("a reset link sets a new password and leads to the sign-in page", async () => {
  api.on("POST /api/auth/reset-password", { json: { success: true, message: "Password updated" } });
  const onDone = jest.fn();
  await openPage(<ResetPasswordForm {...resetProps} onDone={onDone} />);
  await userEvent.type(field("New password"), "lanterns");
  await userEvent.type(field("Confirm new password"), "lantern");
  await press("Change Password");
  expect(await screen.findByText("Passwords do not match")).toBeVisible();
  await userEvent.type(field("Confirm new password"), "s");
  await press("Change Password");
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(bodyOf("/api/auth/reset-password")).toEqual({
    token: "t-1",
    newPassword: "lanterns",
    keep: { passkeys: [], identities: [], authenticator: false, phone: false },
  });
  expect(sessionStorage.getItem("toastForNextPage")).toContain("Password updated");
});

test("a link that stopped working meanwhile is reported, and a common password at its field", async () => {
  const replies = [
    { status: 400, json: { message: "That password is too common", field: "newPassword" } },
    { status: 422, json: { message: "This link no longer works", field: "token" } },
  ];
  api.on("POST /api/auth/reset-password", () => replies.shift() ?? {});
  const onDone = jest.fn();
  await openPage(<ResetPasswordForm {...resetProps} onDone={onDone} />);
  await userEvent.type(field("New password"), "iloveyou");
  await userEvent.type(field("Confirm new password"), "iloveyou");
  await press("Change Password");
  await waitFor(() =>
    expect(field("New password")).toHaveAccessibleDescription(/That password is too common$/),
  );
  await press("Change Password");
  expect(await screen.findByText("This link no longer works")).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
});

test("a code by SMS takes first the number with its country, then the code with the new password", async () => {
  api
    .on("POST /api/auth/sms-reset", { status: 202, json: { message: "A code is on its way." } })
    .on("POST /api/auth/sms-reset/verify", {
      status: 422,
      json: { message: "That code is wrong", field: "code" },
    });
  const { container } = await openPage(<SmsResetForm isSmsConfigured />);
  await press("Send me a code");
  expect(await screen.findByText("Phone number is required")).toBeVisible();
  await userEvent.type(field("Phone number"), "07700 900123");
  await press("Send me a code");
  expect(await screen.findByRole("status")).toHaveTextContent("A code is on its way.");
  expect(bodyOf("/api/auth/sms-reset")).toEqual({ phoneNumber: "+447700900123" });
  expect((await axe(container)).violations).toEqual([]);

  await userEvent.type(field("Code"), "042 917");
  await userEvent.type(field("New password"), "lanterns");
  await userEvent.type(field("Confirm new password"), "lanterns");
  await press("Change Password");
  await waitFor(() => expect(field("Code")).toHaveAccessibleDescription(/That code is wrong$/));
  expect(bodyOf("/api/auth/sms-reset/verify")).toEqual({
    phoneNumber: "+447700900123",
    code: "042917",
    newPassword: "lanterns",
  });
  await press("Send another code");
  expect(field("Phone number")).toHaveValue("7700900123");
});

test("without SMS the page says so", async () => {
  await openPage(<SmsResetForm isSmsConfigured={false} />);
  expect(screen.getByText(waiting)).toBeVisible();
  expect(screen.queryByText(/set up|runs/)).toBeNull();
});

test("a child asks the grown-ups by username", async () => {
  const message = "If this is a child's account, the family's admins have been asked.";
  api.on("POST /api/auth/child-password-reset", { status: 202, json: { message } });
  const { container } = await openPage(<ChildResetForm isMailConfigured />);
  expect((await axe(container)).violations).toEqual([]);
  await press("Ask for a new password");
  expect(await screen.findByText("Username is required")).toBeVisible();
  await userEvent.type(field("Username"), " Leo ");
  await press("Ask for a new password");
  expect(await screen.findByRole("status")).toHaveTextContent(message);
  expect(bodyOf("/api/auth/child-password-reset")).toEqual({ username: "leo" });
});

const phone = { id: "key-1", name: "Phone", createdAt: "2026-11-01T10:00:00Z" };
const stranger = { id: "key-2", name: "Stranger", createdAt: "2026-11-20T10:00:00Z" };
const methods = {
  passkeys: [phone, stranger],
  hasAuthenticator: true,
  identities: [{ id: "link-1", name: "Google", email: "rose@example.org" }],
  phone: "•••123",
};

async function resetWith(mustRemoveAll: boolean) {
  api.on("POST /api/auth/reset-password", { json: { success: true, message: "Password updated" } });
  const onDone = jest.fn();
  const props = { ...resetProps, methods, mustRemoveAll };
  const view = await openPage(<ResetPasswordForm {...props} onDone={onDone} />);
  await userEvent.type(field("New password"), "lanterns");
  await userEvent.type(field("Confirm new password"), "lanterns");
  return { ...view, onDone };
}

test("a reset lists the other sign-in methods and removes them, except those the person unticks", async () => {
  const { container, onDone } = await resetWith(false);
  expect((await axe(container)).violations).toEqual([]);
  const boxes = screen.getAllByRole("checkbox");
  expect(boxes).toHaveLength(5);
  for (const box of boxes) expect(box).toBeChecked();
  for (const name of [/Passkey “Phone”/, /Authenticator app/, /Google \(rose@example.org\)/]) {
    await userEvent.click(screen.getByRole("checkbox", { name }));
  }
  await userEvent.click(screen.getByRole("checkbox", { name: /Google/ }));
  await press("Change Password");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(bodyOf("/api/auth/reset-password")).toMatchObject({
    keep: { passkeys: ["key-1"], identities: [], authenticator: true, phone: false },
  });
});

test("a reset removes a confirmed phone number that could set the next password, unless the person unticks it", async () => {
  const onlyPhone = { ...noMethods, phone: "•••123" };
  api.on("POST /api/auth/reset-password", { json: { success: true, message: "Password updated" } });
  const onDone = jest.fn();
  await openPage(<ResetPasswordForm {...resetProps} methods={onlyPhone} onDone={onDone} />);
  await userEvent.type(field("New password"), "lanterns");
  await userEvent.type(field("Confirm new password"), "lanterns");
  const box = screen.getByRole("checkbox", { name: "Codes sent to the phone number •••123" });
  expect(box).toBeChecked();
  await userEvent.click(box);
  await press("Change Password");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(bodyOf("/api/auth/reset-password")).toMatchObject({
    keep: { passkeys: [], identities: [], authenticator: false, phone: true },
  });
});

test("a reset of a never confirmed account keeps none of them, and says why", async () => {
  await resetWith(true);
  expect(screen.getByText(/never confirmed, so all of these are removed/)).toBeVisible();
  for (const box of screen.getAllByRole("checkbox")) {
    expect(box).toBeChecked();
    expect(box).toBeDisabled();
  }
});
