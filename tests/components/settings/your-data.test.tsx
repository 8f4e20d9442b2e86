import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { YourDataSettings } from "@/components/operations/your-data/your-data-settings";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { ExportDto, ExportListDto } from "@/lib/operations/exports/schema";
import type { AccountDeletionPlan } from "@/lib/operations/your-data/schema";
import { type ApiReply, FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

type Families = AccountDeletionPlan["families"];
const stays: Families = [{ id: "1", name: "The Okafors", fate: "stays" }];

const nothing: ExportListDto = { exports: [], family: null, own: { items: 0, bytes: 0 } };

async function open(
  families: Families = stays,
  change: Partial<UserDto> = {},
  exports: ExportListDto | null = nothing,
  api = new FakeApi(),
  passkeys: ApiReply | Promise<ApiReply> = { json: [] },
) {
  const user = userDto(change);
  api
    .on("GET /api/auth/me", { json: user })
    .on("DELETE /api/user", { status: 204 })
    .on("POST /api/auth/logout", { status: 401 })
    .on("GET /api/exports", exports ? { json: exports } : { status: 503, json: { message: "Away." } })
    .on("GET /api/auth/passkeys", () => passkeys)
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

test("photos from other albums can be imported from here", async () => {
  await open();
  expect(screen.getByRole("link", { name: "Import photos" })).toHaveAttribute("href", "/import");
});

test("a child isn't offered importing photos", async () => {
  await open(stays, { isChild: true });
  expect(screen.queryByRole("link", { name: "Import photos" })).toBeNull();
});

test("what is deleted and what stays is stated beforehand", async () => {
  await open([...stays, { id: "2", name: "Just me", fate: "goes" }]);
  await openDialog();
  expect(screen.getByRole("dialog")).toHaveTextContent(/Just me, with every photo and video in it/);
  expect(screen.getByRole("dialog")).toHaveTextContent(
    /the photos you added to The Okafors, without your name/,
  );
});

test("nothing is sent before the username and the password are typed", async () => {
  const api = await open();
  await openDialog();
  await confirm();
  expect(screen.getByLabelText("Type ada to confirm")).toHaveAccessibleDescription("Please type ada");
  await userEvent.type(screen.getByLabelText("Type ada to confirm"), "ada");
  await confirm();
  expect(screen.getByLabelText("Your password")).toHaveAccessibleDescription("Password is required");
  expect(api.made("DELETE")).toEqual([]);
});

test("afterwards the person is completely signed out", async () => {
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

test("a wrong password shows an error at its field, and nothing is deleted", async () => {
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

test("an account without a password asks only for the username", async () => {
  const api = await open(stays, { hasPassword: false });
  await openDialog();
  expect(screen.queryByLabelText("Your password")).toBeNull();
  await userEvent.type(screen.getByLabelText("Type ada to confirm"), "ada");
  await confirm();
  await waitFor(() => expect(api.calls.at(-1)?.path).toBe("/api/auth/logout"));
  expect(api.calls.find(({ method }) => method === "DELETE")?.body).toEqual({ username: "ada" });
});

test("a family's last owner sees what to do first", async () => {
  await open([{ id: "1", name: "The Okafors", fate: "needsOwner" }]);
  expect(screen.getByText(/You are the only owner of The Okafors/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Transfer ownership" })).toHaveAttribute(
    "href",
    "/settings?tab=family",
  );
  expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
});

test("the owner of a family in which nobody else can own it sees that it has to be deleted first", async () => {
  await open([...stays, { id: "2", name: "The cousins", fate: "needsDeletion" }]);
  expect(screen.getByText(/nobody else in it can become its owner. Delete the family first/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Family settings" })).toHaveAttribute(
    "href",
    "/settings?tab=family",
  );
  expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
});

test("a child is referred to the family's admins", async () => {
  await open(stays, { isChild: true });
  expect(screen.getByText(/Your family's admins look after your account/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
});

const amounts = { family: { items: 1204, bytes: 3 * 1024 ** 3 }, own: { items: 1, bytes: 2_500_000 } };
const exportDto = (values: Partial<ExportDto> = {}): ExportDto => ({
  id: "export-1",
  scope: "family",
  state: "ready",
  progress: 100,
  createdAt: "2026-05-03T12:00:00Z",
  since: null,
  itemCount: 1200,
  fileCount: 2411,
  bytes: 3 * 1024 ** 3,
  lostCount: 0,
  fileName: "The Okafors.zip",
  url: "/api/exports/export-1/file",
  expiresAt: "2026-05-10T12:00:00Z",
  canBeContinued: true,
  ...values,
});
const section = async (name: string) => within(await screen.findByRole("region", { name }));

test("an owner exports the whole album after entering their password, and anyone their own data", async () => {
  const api = await open(stays, {}, { exports: [], ...amounts });
  api.on("POST /api/exports/family", { status: 201, json: exportDto({ state: "preparing" }) });
  api.on("POST /api/exports", { status: 201, json: exportDto({ scope: "own", state: "preparing" }) });
  const whole = await section("Export the whole album");
  expect(whole.getByText("1,204 photos and videos, 3.0 GB.")).toBeVisible();
  await userEvent.click(whole.getByRole("button", { name: "Export the whole album" }));
  expect(api.made("POST")).toEqual([]);
  await userEvent.type(await screen.findByLabelText("Your password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const own = await section("Export what's yours");
  await userEvent.click(own.getByRole("button", { name: "Export what's mine" }));
  await waitFor(() => expect(api.made("POST")).toEqual(["POST /api/exports/family", "POST /api/exports"]));
  expect(api.calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { password: "secret", since: null },
    { since: null },
  ]);
});

test("exports that can't be loaded say so, and can be retried", async () => {
  const api = await open(stays, {}, null);
  const alert = await screen.findByText(/Your exports could not be loaded/, undefined, { timeout: 4_000 });
  api.on("GET /api/exports", { json: { exports: [], ...amounts } });
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Export what's yours" })).toBeVisible();
  expect(screen.queryByText(/Your exports could not be loaded/)).toBeNull();
});

test("an owner can confirm with their password before their passkeys are loaded", async () => {
  const { promise: never } = Promise.withResolvers<ApiReply>();
  await open(stays, {}, { exports: [], ...amounts }, new FakeApi(), never);
  const whole = await section("Export the whole album");
  await userEvent.click(whole.getByRole("button", { name: "Export the whole album" }));
  expect(await screen.findByLabelText("Your password")).toBeVisible();
});

test("someone who isn't an owner sees only their own", async () => {
  await open(stays, {}, { exports: [], ...amounts, family: null });
  expect(await screen.findByRole("region", { name: "Export what's yours" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Export the whole album" })).toBeNull();
});

test("an export shows its progress, its contents, and that it is out of date", async () => {
  const exports = [
    exportDto({ id: "a", scope: "own", state: "preparing", progress: 40, url: null, canBeContinued: false }),
    exportDto({ id: "b", lostCount: 2 }),
    exportDto({ id: "c", state: "outdated", url: null }),
  ];
  await open(stays, {}, { exports, ...amounts });
  const own = await section("Export what's yours");
  expect(own.getByRole("progressbar", { name: "Preparing the export" })).toHaveAttribute(
    "aria-valuenow",
    "40",
  );
  expect(own.queryByRole("button", { name: "Export what's mine" })).toBeNull();
  expect(own.getByRole("button", { name: "Cancel" })).toBeVisible();
  const whole = await section("Export the whole album");
  expect(whole.getByText(/2,411 files, 3\.0 GB, in one ZIP file/)).toBeVisible();
  expect(whole.getByText(/2 originals are missing on the server/)).toBeVisible();
  expect(whole.getByText(/Please prepare it again/)).toBeVisible();
  expect(whole.getAllByRole("button", { name: "Download" })).toHaveLength(1);
});

test("only the export being prepared is polled, and the list is read again once it is ready", async () => {
  const listed = exportDto({ scope: "own", state: "preparing", progress: 10, url: null });
  const api = new FakeApi().on("GET /api/exports/export-1", { json: { ...listed, progress: 40 } });
  await open(stays, {}, { exports: [listed], ...amounts }, api);
  const own = await section("Export what's yours");
  const bar = own.getByRole("progressbar", { name: "Preparing the export" });
  await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "40"));
  const lists = api.made("GET /api/exports").filter((call) => call === "GET /api/exports");
  await waitFor(() => expect(api.made("GET /api/exports/export-1").length).toBeGreaterThan(1), {
    timeout: 4_000,
  });
  expect(api.made("GET /api/exports").filter((call) => call === "GET /api/exports")).toEqual(lists);

  const ready = exportDto({ scope: "own" });
  api.on("GET /api/exports", { json: { exports: [ready], ...amounts } });
  api.on("GET /api/exports/export-1", { json: ready });
  expect(await own.findByRole("button", { name: "Download" }, { timeout: 4_000 })).toBeVisible();
  expect(await own.findByRole("button", { name: /Only what's new since/ })).toBeVisible();
});

test("once the session has ended, an export being prepared is no longer polled, and the page stays", async () => {
  const listed = exportDto({ scope: "own", state: "preparing", progress: 10, url: null });
  const api = new FakeApi().on("GET /api/exports/export-1", { json: { ...listed, progress: 40 } });
  await open(stays, {}, { exports: [listed], ...amounts }, api);
  const own = await section("Export what's yours");
  const bar = own.getByRole("progressbar", { name: "Preparing the export" });
  await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "40"));
  const lists = () => api.calls.filter(({ path }) => path === "/api/exports").length;
  const before = lists();
  api.on("GET /api/exports", { status: 401 }).on("GET /api/exports/export-1", { status: 401 });
  await waitFor(() => expect(lists()).toBe(before + 1), { timeout: 4_000 });
  await waitFor(() => expect(bar).not.toBeInTheDocument());
  expect(screen.getByRole("link", { name: "Download my data" })).toBeVisible();
});

test("an export can be limited to what is new since the latest one", async () => {
  const exports = [exportDto({ id: "latest", scope: "own" }), exportDto({ id: "older", scope: "own" })];
  const api = await open(stays, {}, { exports, ...amounts });
  api.on("POST /api/exports", { status: 201, json: exportDto({ scope: "own", state: "preparing" }) });
  const own = await section("Export what's yours");
  await userEvent.click(own.getByRole("button", { name: /Only what's new since/ }));
  await waitFor(() => expect(api.calls.at(-1)?.method).toBe("GET"));
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ since: "latest" });
});

test("a download starts only while nothing in it has been deleted", async () => {
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const ready = exportDto({ scope: "own" });
  const api = await open(stays, {}, { exports: [ready], ...amounts });
  api.on("GET /api/exports/export-1", { json: { ...ready, state: "outdated", url: null } });
  const own = await section("Export what's yours");
  await userEvent.click(own.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(api.made("GET /api/exports")).toHaveLength(3));
  expect(clicked).not.toHaveBeenCalled();
  api.on("GET /api/exports/export-1", { json: ready });
  await userEvent.click(own.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect(clicked.mock.contexts[0]).toMatchObject({ download: "The Okafors.zip" });
});
