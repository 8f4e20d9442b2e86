import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { ReactNode } from "react";
import { ChildResetForm } from "@/components/accounts/child-reset-form";
import { ForgotPasswordForm } from "@/components/accounts/forgot-password-form";
import { RecoveryLinks } from "@/components/accounts/recovery-links";
import { ResetPasswordForm } from "@/components/accounts/reset-password-form";
import { SmsResetForm } from "@/components/accounts/sms-reset-form";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";

let api: FakeApi;
beforeEach(() => {
  sessionStorage.clear();
  api = new FakeApi().on("GET /api/auth/me", { status: 401, json: { message: "no" } }).install();
});

/** For a visitor, once the session has been checked. */
async function openPage(children: ReactNode) {
  const view = renderPage(children, { user: null });
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  // What the answer changes.
  await act(async () => {});
  return view;
}

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const bodyOf = (path: string) => api.calls.find((call) => call.path === path)?.body;
const waiting = /waits until whoever runs the album passes it on/;

test("a forgotten password is asked for by address; the answer tells nothing of who exists", async () => {
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

test("where no mail can be sent, the page says so plainly before and after", async () => {
  api.on("POST /api/auth/forgot-password", { status: 202, json: { message: "Noted." } });
  await openPage(<ForgotPasswordForm isMailConfigured={false} />);
  expect(screen.getByText(waiting)).toBeVisible();
  await userEvent.type(field("Email"), "rose@example.org");
  await press("Send me a link");
  expect(await screen.findByText("Noted.")).toBeVisible();
  expect(screen.getByText(waiting)).toBeVisible();
});

test("the ways back in lead to each other and to the sign-in page", async () => {
  await openPage(<RecoveryLinks here="/forgot-password" />);
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/sms-reset",
    "/child-password-reset",
    "/login",
  ]);
});

test("a reset link sets a new password and leads to the sign-in page", async () => {
  api.on("POST /api/auth/reset-password", { json: { success: true, message: "Password updated" } });
  const onDone = jest.fn();
  await openPage(<ResetPasswordForm token="t-1" username="rose" onDone={onDone} />);
  await userEvent.type(field("New password"), "lanterns");
  await userEvent.type(field("Confirm new password"), "lantern");
  await press("Change Password");
  expect(await screen.findByText("Passwords do not match")).toBeVisible();
  await userEvent.type(field("Confirm new password"), "s");
  await press("Change Password");
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(bodyOf("/api/auth/reset-password")).toEqual({ token: "t-1", newPassword: "lanterns" });
  expect(sessionStorage.getItem("toastForNextPage")).toContain("Password updated");
});

test("a link that stopped working meanwhile is told, and the common password at its field", async () => {
  const replies = [
    { status: 400, json: { message: "That password is too common", field: "newPassword" } },
    { status: 422, json: { message: "This link no longer works", field: "token" } },
  ];
  api.on("POST /api/auth/reset-password", () => replies.shift() ?? {});
  const onDone = jest.fn();
  await openPage(<ResetPasswordForm token="t-1" username="rose" onDone={onDone} />);
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

test("a code by SMS: first the number with its country, then the code with the new password", async () => {
  api
    .on("POST /api/auth/sms-reset", { status: 202, json: { message: "A code is on its way." } })
    .on("POST /api/auth/sms-reset/verify", {
      status: 422,
      json: { message: "That code is not right", field: "code" },
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
  await waitFor(() => expect(field("Code")).toHaveAccessibleDescription(/That code is not right$/));
  expect(bodyOf("/api/auth/sms-reset/verify")).toEqual({
    phoneNumber: "+447700900123",
    code: "042917",
    newPassword: "lanterns",
  });
  await press("Send another code");
  expect(field("Phone number")).toHaveValue("7700900123");
});

test("where no SMS can be sent, the page says so", async () => {
  await openPage(<SmsResetForm isSmsConfigured={false} />);
  expect(screen.getByText(waiting)).toBeVisible();
});

test("a child asks the grown-ups with its name", async () => {
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
