import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UsersPanel } from "@/components/operations/super-admin/users-panel";
import type { AdminUserDto } from "@/lib/operations/super-admin/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const self = userDto({ isSuperAdmin: true, currentFamily: null });
const path = "/api/super-admin/users";

const person = (values: Partial<AdminUserDto> = {}): AdminUserDto => ({
  id: "ada",
  username: "ada",
  email: "ada@example.org",
  isSuperAdmin: false,
  isChild: false,
  suspendedAt: null,
  suspendedReason: null,
  createdAt: "2026-11-01T10:00:00.000Z",
  lastSeenAt: null,
  families: [],
  ...values,
});

let api: FakeApi;
let people: AdminUserDto[];
function show(...shown: AdminUserDto[]) {
  people = shown;
  api = new FakeApi()
    .on("GET /api/auth/me", { json: self })
    .on("GET /api/auth/passkeys", { json: [] })
    .on(`GET ${path}`, () => ({
      json: { items: people, pagination: { total: people.length, limit: 25, offset: 0, hasMore: false } },
    }))
    .install();
  renderPage(<UsersPanel />, { address: "/super-admin?tab=people", user: self });
}

const choose = async (username: string, action: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${username}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
};
const bodyOf = (method: string) => api.calls.find((call) => call.method === method)?.body;

test("someone is suspended with a required reason, and what was typed stays on failure", async () => {
  show(person());
  api.on(`POST ${path}/ada/suspension`, {
    status: 400,
    json: { message: "Please give a reason: they'll read it when they try to sign in", field: "reason" },
  });
  await choose("ada", "Suspend");
  expect(screen.getByRole("dialog", { name: "Suspend ada?" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Suspend" }));
  expect(
    await screen.findByText("Please give a reason: they'll read it when they try to sign in"),
  ).toBeVisible();
  await userEvent.type(screen.getByLabelText("Reason"), "Spam");
  api.on(`POST ${path}/ada/suspension`, () => {
    people = [person({ suspendedAt: "2026-11-22T10:00:00.000Z", suspendedReason: "Spam" })];
    return { json: people[0] };
  });
  await userEvent.click(screen.getByRole("button", { name: "Suspend" }));
  expect(await screen.findByText("ada is suspended")).toBeVisible();
  expect(await screen.findByText("Suspended")).toBeVisible();
  expect(api.calls.filter(({ method }) => method === "POST").at(-1)?.body).toEqual({ reason: "Spam" });
});

test("a suspension is lifted, with its reason visible", async () => {
  show(person({ suspendedAt: "2026-11-22T10:00:00.000Z", suspendedReason: "Spam" }));
  api.on(`DELETE ${path}/ada/suspension`, { json: person() });
  await choose("ada", "Lift suspension");
  expect(screen.getByText(/The reason given was: “Spam”/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Lift suspension" }));
  expect(await screen.findByText("ada can sign in again")).toBeVisible();
});

test("a super admin is created with the password, and a refusal is shown in the dialog", async () => {
  show(person());
  api.on(`POST ${path}/ada/super-admin`, {
    status: 409,
    json: { message: "ada has no confirmed email address yet.", code: "no_confirmed_email" },
  });
  await choose("ada", "Make super admin");
  await userEvent.type(await screen.findByLabelText("Your password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Make super admin" }));
  expect(await screen.findByText("ada has no confirmed email address yet.")).toBeVisible();
  expect(bodyOf("POST")).toEqual({ password: "secret" });
  api.on(`POST ${path}/ada/super-admin`, { json: person({ isSuperAdmin: true }) });
  await userEvent.click(screen.getByRole("button", { name: "Make super admin" }));
  expect(await screen.findByText("ada is a super admin")).toBeVisible();
});

test("all of someone's devices are signed out after confirmation", async () => {
  show(person());
  api.on(`DELETE ${path}/ada/sessions`, { json: { ended: 2 } });
  await choose("ada", "Sign out everywhere");
  expect(api.made("DELETE")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByText("ada is signed out on 2 devices")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
});

test("actions that the server always refuses are not offered", async () => {
  show(
    person({ families: [{ id: "f", name: "The Okafors", role: "owner" }] }),
    person({ id: "kid", username: "kid", isChild: true }),
    person({ id: self.id, username: "me", isSuperAdmin: true }),
  );
  const offered = async (username: string) => {
    await userEvent.click(await screen.findByRole("button", { name: `Actions for ${username}` }));
    const names = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    await userEvent.keyboard("{Escape}");
    return names;
  };
  expect(await offered("ada")).toEqual(["Sign out everywhere", "Suspend"]);
  expect(await offered("kid")).toEqual(["Sign out everywhere", "Suspend"]);
  expect(await offered("me")).toEqual(["Remove as super admin", "Sign out everywhere else"]);
});
