import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ApiKeysScreen } from "@/components/operations/super-admin/api-keys-screen";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const user = userDto({ isSuperAdmin: true, currentFamily: null });

const path = "/api/super-admin/api-keys";
const monitor = {
  id: "key-1",
  name: "Monitor",
  scope: "reports:read",
  hint: "ksk_abcdef",
  createdBy: "super",
  createdAt: "2026-11-20T10:00:00.000Z",
  lastUsedAt: null,
};

test("a key is created, shown once and ended", async () => {
  let keys: object[] = [];
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on(`GET ${path}`, () => ({ json: keys }))
    .on(`POST ${path}`, () => {
      keys = [monitor];
      return { status: 201, json: { ...monitor, key: "ksk_abcdef-secret" } };
    })
    .on(`DELETE ${path}/key-1`, () => {
      keys = [];
      return { status: 204 };
    });
  api.install();
  renderPage(<ApiKeysScreen />, { address: "/super-admin/api-keys", user });
  await userEvent.click(await screen.findByRole("button", { name: "New key" }));
  await userEvent.click(screen.getByRole("button", { name: "Create key" }));
  expect(await screen.findByText("Please give the key a name")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Name"), "Monitor");
  await userEvent.click(screen.getByRole("button", { name: "Create key" }));
  expect(await screen.findByLabelText("API key")).toHaveValue("ksk_abcdef-secret");
  await userEvent.click(screen.getByRole("button", { name: "I've copied it" }));
  await waitFor(() => expect(screen.queryByDisplayValue("ksk_abcdef-secret")).not.toBeInTheDocument());
  await userEvent.click(await screen.findByRole("button", { name: "Revoke the key Monitor" }));
  await userEvent.click(screen.getByRole("button", { name: "Revoke key" }));
  expect(await screen.findByText("No keys yet")).toBeVisible();
  expect(api.made("POST")).toEqual([`POST ${path}`]);
});
