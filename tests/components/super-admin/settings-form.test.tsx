import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SettingsForm } from "@/components/operations/super-admin/settings-form";
import { changedSettings, typedSettings } from "@/components/operations/super-admin/settings-values";
import type {
  PlanSettings,
  SystemSettings,
  UpdateSystemSettingsInput,
} from "@/lib/core/system-settings/schema";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const user = userDto({ isSuperAdmin: true, currentFamily: null });

const put = "PUT /api/super-admin/settings";
const sent = (api: FakeApi) =>
  api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body as UpdateSystemSettingsInput);

const withFamilyPlan = (change: Partial<PlanSettings>): SystemSettings => {
  const { plans } = defaultSystemSettings;
  return { ...defaultSystemSettings, plans: { ...plans, family: { ...plans.family, ...change } } };
};

test("the typed and the sent values mean the same", () => {
  const { free, family, premium } = defaultSystemSettings.plans;
  const others = { ...defaultSystemSettings, plans: { free: premium, family: free, premium: family } };
  const sentPlans = changedSettings(typedSettings(defaultSystemSettings), others).plans;
  expect({
    free: { ...premium, ...sentPlans?.free },
    family: { ...free, ...sentPlans?.family },
    premium: { ...family, ...sentPlans?.premium },
  }).toEqual(defaultSystemSettings.plans);
});

test("an unchanged value is not sent, even if the form shows fewer digits than it has", () => {
  const settings = { ...withFamilyPlan({ storageBytes: 12_345_678_901 }), maxImageBytes: 5_000_001 };
  const typed = typedSettings(settings);
  expect(changedSettings(typed, settings)).toEqual({});
  expect(changedSettings({ ...typed, maxImageMegabytes: "5" }, settings)).toEqual({
    maxImageBytes: 5_242_880,
  });
});

test("storage that is made unlimited again is unchanged, whatever was typed before", () => {
  const settings = withFamilyPlan({ storageBytes: null });
  const typed = typedSettings(settings);
  typed.plans.family.storageGigabytes = "900";
  expect(changedSettings(typed, settings)).toEqual({});
});

test("only what was changed is sent, and Back shows the page as it is now", async () => {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on(put, { json: withFamilyPlan({ members: 9 }) })
    .install();
  const { router } = renderPage(<SettingsForm settings={defaultSystemSettings} />, {
    address: "/super-admin/settings",
    user,
  });
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  expect(await screen.findByText("Settings saved")).toBeVisible();
  expect(sent(api)).toEqual([]);
  const accounts = screen.getByLabelText("Accounts");
  await userEvent.clear(accounts);
  await userEvent.type(accounts, "900");
  const [priceOfFamily] = screen.getAllByLabelText("Price a month, in £") as HTMLInputElement[];
  await userEvent.clear(priceOfFamily as HTMLElement);
  await userEvent.type(priceOfFamily as HTMLElement, "6.49");
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(screen.getAllByLabelText("People")[1]).toHaveValue("9"));
  expect(sent(api)).toEqual([{ ceilings: { accounts: 900 }, plans: { family: { priceMonthly: 649 } } }]);
  expect(router.refresh).toHaveBeenCalledTimes(1);
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
  await waitFor(() => expect(sent(api)).toEqual([{ signUpOpen: false }]));
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
  await waitFor(() => expect(sent(api)).toEqual([{ maintenance: false }]));
});

test("a limit left empty is unlimited, and input that isn't a number is refused at its field", () => {
  const typed = typedSettings(defaultSystemSettings);
  const { ceilings } = changedSettings(
    { ...typed, ceilings: { ...typed.ceilings, accounts: "", mailsPerDay: "many" } },
    defaultSystemSettings,
  );
  expect(ceilings).toEqual({ accounts: null, mailsPerDay: -1 });
});

test("a plan's file sizes are set in MB, and an empty one leaves them to the installation", async () => {
  const api = new FakeApi().on("GET /api/auth/me", { json: user }).on(put, { json: defaultSystemSettings });
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
  expect(sent(api)[0]).toEqual({ plans: { free: { maxImageBytes: 13_107_200, maxVideoBytes: null } } });
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
  expect(sent(api)[0]).toEqual({ plans: { free: { members: 0 } } });
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
