import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SettingsForm } from "@/components/operations/super-admin/settings-form";
import { settingsOf, typedSettings } from "@/components/operations/super-admin/settings-values";
import type { SystemSettings } from "@/lib/core/system-settings/schema";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const user = userDto({ isSuperAdmin: true, currentFamily: null });

const put = "PUT /api/super-admin/settings";
const sent = (api: FakeApi) =>
  api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body as SystemSettings);

test("the typed and the sent values mean the same", () => {
  const { maintenance: _, signUpOpen: __, ...rest } = defaultSystemSettings;
  expect(settingsOf(typedSettings(defaultSystemSettings), defaultSystemSettings)).toEqual(rest);
});

test("the sign-up switch is sent only when changed, so that an old form opens nothing", async () => {
  const api = new FakeApi().on("GET /api/auth/me", { json: user }).on(put, ({ body }) => ({
    json: { ...defaultSystemSettings, ...(body as object) },
  }));
  api.install();
  renderPage(<SettingsForm settings={defaultSystemSettings} />, { address: "/super-admin/settings", user });
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await userEvent.click(screen.getByRole("switch", { name: "Sign-up is open" }));
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(sent(api)).toHaveLength(2));
  expect(sent(api).map(({ signUpOpen }) => signUpOpen)).toEqual([undefined, false]);
});

test("maintenance is sent only when changed, so that an old form neither begins nor ends it", async () => {
  const closed = { ...defaultSystemSettings, maintenance: true };
  const api = new FakeApi().on("GET /api/auth/me", { json: user }).on(put, ({ body }) => ({
    json: { ...closed, ...(body as object) },
  }));
  api.install();
  renderPage(<SettingsForm settings={closed} />, { address: "/super-admin/settings", user });
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await userEvent.click(screen.getByRole("switch", { name: "Maintenance" }));
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(sent(api)).toHaveLength(2));
  expect(sent(api).map(({ maintenance }) => maintenance)).toEqual([undefined, false]);
});

test("a limit left empty is unlimited, and input that isn't a number is refused at its field", () => {
  const typed = typedSettings(defaultSystemSettings);
  const { ceilings } = settingsOf(
    { ...typed, ceilings: { ...typed.ceilings, accounts: "", mailsPerDay: "many" } },
    defaultSystemSettings,
  );
  expect(ceilings).toEqual({ ...defaultSystemSettings.ceilings, accounts: null, mailsPerDay: -1 });
});

test("a plan's file sizes are set in MB, and an empty one leaves them to the installation", async () => {
  const api = new FakeApi().on("GET /api/auth/me", { json: user }).on(put, ({ body }) => ({
    json: { ...defaultSystemSettings, ...(body as object) },
  }));
  api.install();
  renderPage(<SettingsForm settings={defaultSystemSettings} />, { address: "/super-admin/settings", user });
  const [photos] = screen.getAllByLabelText("Largest photo, in MB") as HTMLInputElement[];
  const [videos, ofFamily] = screen.getAllByLabelText("Largest video, in MB") as HTMLInputElement[];
  expect([photos?.value, videos?.value, ofFamily?.value]).toEqual(["10", "100", ""]);
  await userEvent.clear(photos as HTMLElement);
  await userEvent.type(photos as HTMLElement, "12.5");
  await userEvent.clear(videos as HTMLElement);
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)[0]?.plans.free).toMatchObject({ maxImageBytes: 13_107_200, maxVideoBytes: null });
  expect(sent(api)[0]?.plans.family).toMatchObject({ maxImageBytes: null, maxVideoBytes: null });
});

test("a limit is saved, and a server refusal is shown at its field", async () => {
  const api = new FakeApi().on("GET /api/auth/me", { json: user }).on(put, {
    status: 400,
    json: { message: "Please enter a number from 1 to 1000", field: "plans.free.members" },
  });
  api.install();
  renderPage(<SettingsForm settings={defaultSystemSettings} />, { address: "/super-admin/settings", user });
  const [people] = screen.getAllByLabelText("People");
  await userEvent.clear(people as HTMLElement);
  await userEvent.type(people as HTMLElement, "0");
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  expect(await screen.findByText("Please enter a number from 1 to 1000")).toBeVisible();
  expect(people).toBeInvalid();
  expect(people).toHaveValue("0");
  expect(sent(api)[0]?.plans.free.members).toBe(0);
  expect(sent(api)[0]?.plans.family).toEqual(defaultSystemSettings.plans.family);
});

test("maintenance mode asks for confirmation before it closes the installation", async () => {
  const api = new FakeApi().on("GET /api/auth/me", { json: user }).on(put, ({ body }) => ({
    json: { ...defaultSystemSettings, ...(body as object) },
  }));
  api.install();
  renderPage(<SettingsForm settings={defaultSystemSettings} />, { address: "/super-admin/settings", user });
  await userEvent.click(screen.getByRole("switch", { name: "Maintenance" }));
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  expect(api.made("PUT")).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Close it" }));
  expect(await screen.findByRole("switch", { name: "Maintenance" })).toBeChecked();
  expect(sent(api).map(({ maintenance }) => maintenance)).toEqual([true]);
});
