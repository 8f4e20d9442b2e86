import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { ReactNode } from "react";
import { ConfirmAccountForm } from "@/components/account/accounts/confirm-account-form";
import { UnconfirmedBanner } from "@/components/account/accounts/unconfirmed-banner";
import { DirectAccessBanner } from "@/components/family/direct-access/direct-access-banner";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";

let api: FakeApi;
beforeEach(() => {
  sessionStorage.clear();
  api = new FakeApi().on("GET /api/auth/me", { status: 401, json: { message: "no" } }).install();
});

const path = "POST /api/auth/confirm-account";
const props = { token: "t-1", username: "rose", email: "rose@example.org" };
const bodyOf = (called: string) => api.calls.find((one) => `POST ${one.path}` === called)?.body;

/** Renders the page and waits for the session check. */
async function openPage(children: ReactNode) {
  const view = renderPage(children, { user: null });
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  // Flush what the answer changes.
  await act(async () => {});
  return view;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

test("someone who signed up in this browser confirms with one click", async () => {
  api.on(path, { json: { email: "rose@example.org", isSignedIn: true } });
  const onDone = jest.fn();
  const { container } = await openPage(<ConfirmAccountForm {...props} isOwnSession onDone={onDone} />);
  expect((await axe(container)).violations).toEqual([]);
  expect(screen.getByText("rose@example.org")).toBeVisible();
  expect(api.made(path)).toHaveLength(0);
  await press("Confirm my address");
  await waitFor(() => expect(onDone).toHaveBeenCalledWith("/"));
  expect(bodyOf(path)).toEqual({ token: "t-1" });
});

test("any other browser needs a new password, or signing in first", async () => {
  api.on(path, { json: { email: "rose@example.org", isSignedIn: false } });
  const onDone = jest.fn();
  const { container } = await openPage(
    <ConfirmAccountForm {...props} isOwnSession={false} onDone={onDone} />,
  );
  expect((await axe(container)).violations).toEqual([]);
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fconfirm-account%3Ftoken%3Dt-1",
  );
  await press("Confirm with a new password");
  expect(await screen.findByText("Password must be at least 6 characters")).toBeVisible();
  expect(api.made(path)).toHaveLength(0);
  await type("New password", "lanterns");
  await type("Confirm new password", "lanterns");
  await press("Confirm with a new password");
  await waitFor(() => expect(onDone).toHaveBeenCalledWith("/login"));
  expect(bodyOf(path)).toEqual({ token: "t-1", newPassword: "lanterns" });
});

test("a link that expired meanwhile is reported, and nothing typed is lost", async () => {
  const message = "This link no longer works.";
  api.on(path, { status: 422, json: { error: message, message, code: "link_expired", field: "token" } });
  await openPage(<ConfirmAccountForm {...props} isOwnSession={false} onDone={jest.fn()} />);
  await type("New password", "lanterns");
  await type("Confirm new password", "lanterns");
  await press("Confirm with a new password");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(screen.getByLabelText("New password")).toHaveValue("lanterns");
});

test("the banner of an account that lost its address leads to the profile", async () => {
  await openPage(<UnconfirmedBanner email={null} />);
  expect(screen.getByRole("link", { name: "Open my profile" })).toHaveAttribute("href", "/profile");
});

test("a session opened by an admin's link says what it can't do", async () => {
  const { container } = await openPage(<DirectAccessBanner />);
  expect((await axe(container)).violations).toEqual([]);
  expect(screen.getByText(/sign in with your own password/)).toBeVisible();
});

test("the banner sends the link again, and says where to look", async () => {
  api.on("POST /api/auth/confirm-account/resend", { json: { isSent: true } });
  const { container } = await openPage(<UnconfirmedBanner email="rose@example.org" />);
  expect((await axe(container)).violations).toEqual([]);
  expect(screen.getByText("Please confirm rose@example.org")).toBeVisible();
  await press("Send the link again");
  expect(await screen.findByText("Check the inbox of rose@example.org.")).toBeVisible();
});
