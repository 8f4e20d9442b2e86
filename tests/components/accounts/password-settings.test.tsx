import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { PasswordSettings } from "@/components/account/accounts/password-settings";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const field = (name: string) => screen.getByLabelText(name);
const done = { json: { success: true, message: "Password updated" } };

test("changing it says 'Password updated' and empties the form", async () => {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("POST /api/auth/change-password", done)
    .install();
  const { container } = renderPage(<PasswordSettings user={userDto()} />);
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  // Flush what the answer changes.
  await act(async () => {});
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.type(field("Current password"), "the old one");
  await userEvent.type(field("New password"), "lanterns");
  await userEvent.type(field("Confirm new password"), "lanterns");
  await userEvent.click(screen.getByRole("button", { name: "Change Password" }));
  expect(await screen.findByText("Password updated")).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
    currentPassword: "the old one",
    newPassword: "lanterns",
  });
  await waitFor(() => expect(field("Current password")).toHaveValue(""));
  expect(screen.getByRole("link", { name: "Security" })).toHaveAttribute("href", "/security");
});

test("a first password is set without asking for a current one", async () => {
  const user = userDto({ hasPassword: false });
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("POST /api/auth/password", () => {
      api.on("GET /api/auth/me", { json: userDto() });
      return done;
    })
    .install();
  renderPage(<PasswordSettings user={user} />, { user });
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  // Flush what the answer changes.
  await act(async () => {});
  expect(screen.queryByLabelText("Current password")).not.toBeInTheDocument();
  await userEvent.type(field("New password"), "12345");
  await userEvent.type(field("Confirm new password"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Set Password" }));
  expect(await screen.findByText("Password must be at least 6 characters")).toBeVisible();
  await userEvent.type(field("New password"), "67");
  await userEvent.type(field("Confirm new password"), "7");
  await userEvent.click(screen.getByRole("button", { name: "Set Password" }));
  expect(await screen.findByText("Password updated")).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
    newPassword: "1234567",
    confirmPassword: "1234567",
  });
  // From now on the current password is required.
  expect(await screen.findByLabelText("Current password")).toBeVisible();
});
