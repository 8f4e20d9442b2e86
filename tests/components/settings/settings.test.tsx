import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppearanceSettings } from "@/components/account/settings/appearance-settings";
import { RegionSettings } from "@/components/account/settings/region-settings";
import { StartPageSettings } from "@/components/account/settings/start-page-settings";
import { NotificationSettings } from "@/components/notify/notifications/notification-settings";
import { ThemeProvider } from "@/components/shell/layout/theme-provider";
import { Avatar } from "@/components/ui/avatar";
import { LocalDate } from "@/components/ui/local-date";
import { PreferencesProvider } from "@/components/ui/preferences";
import { removeToast } from "@/components/ui/toast";
import { defaultUserSettings, type UserSettingsDto } from "@/lib/core/settings/schema";
import type { LetterReaderDto } from "@/lib/notify/digest/schema";
import { expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let settings: UserSettingsDto;
let api: FakeApi;
let readers: LetterReaderDto[];

beforeEach(() => {
  localStorage.clear();
  settings = defaultUserSettings;
  readers = [];
  window.matchMedia ??= (() => ({
    matches: false,
    addListener: () => {},
    removeListener: () => {},
  })) as unknown as typeof window.matchMedia;
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/letters", () => ({ json: readers }))
    .on("GET /api/user-settings", () => ({ json: settings }))
    .on("PUT /api/user-settings", ({ body }) => {
      const { notifications, ...values } = body as Partial<UserSettingsDto>;
      settings = {
        ...settings,
        ...values,
        notifications: { ...settings.notifications, ...notifications },
      };
      return { json: settings };
    })
    .install();
});
afterEach(() => removeToast());

const saved = () => api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);

test("the weekly letter is turned on for oneself and for relatives with an address, and can be printed", async () => {
  const { id: userId } = userDto();
  const nana = { userId: "nana", name: "Nana", hasAddress: true, isOn: false };
  readers = [
    { userId, name: "Ada", hasAddress: true, isOn: false },
    nana,
    { userId: "kofi", name: "Kofi", hasAddress: false, isOn: false },
  ];
  api.on("PUT /api/letters/nana", ({ body }) => ({ json: { ...nana, ...(body as object) } }));
  api.on(`PUT /api/letters/${userId}`, { status: 503, json: { message: "The album is away." } });
  renderPage(<NotificationSettings appName="Keepsake" />);
  const letter = await screen.findByRole("switch", { name: "A letter for Nana" });
  expect(screen.queryByRole("switch", { name: "A letter for Kofi" })).toBeNull();
  await userEvent.click(letter);
  expect(letter).toBeChecked();
  await waitFor(() => expect(saved()).toEqual([{ isOn: true }]));
  const mine = screen.getByRole("switch", { name: "A letter for me" });
  await userEvent.click(mine);
  expect(await screen.findByText("Your choice was not saved")).toBeVisible();
  expect(mine).not.toBeChecked();
  expect(screen.getByRole("link", { name: "Print this week's letter" })).toHaveAttribute(
    "href",
    "/api/letters/this-week",
  );
});

test("presses on a letter's switch are sent one after the other; after failures it shows what the server has", async () => {
  const nana = { userId: "nana", name: "Nana", hasAddress: true, isOn: false };
  readers = [nana];
  let fail = () => {};
  api.on(
    "PUT /api/letters/nana",
    () =>
      new Promise((resolve) => {
        fail = () => resolve({ status: 503, json: { message: "The album is away." } });
      }),
  );
  renderPage(<NotificationSettings appName="Keepsake" />);
  const letter = await screen.findByRole("switch", { name: "A letter for Nana" });
  await userEvent.click(letter);
  await userEvent.click(letter);
  expect(letter).not.toBeChecked();
  await waitFor(() => expect(saved()).not.toEqual([]));
  expect(saved()).toEqual([{ isOn: true }]);
  // Each is tried three times.
  for (const [index, isOn] of [true, true, true, false, false, false].entries()) {
    await waitFor(() => expect(saved()[index]).toEqual({ isOn }));
    fail();
  }
  await waitFor(() => expect(api.made("GET /api/letters")).toHaveLength(2));
  await waitFor(() => expect(letter).not.toBeChecked());
});

test("each kind of notification is switched off separately, immediately", async () => {
  renderPage(<NotificationSettings appName="Keepsake" />);
  await screen.findByRole("switch", { name: "Notices" });
  const kinds = ["You're in a photo", "Comments", "New photos", "On this day", "Notices", "Print orders"];
  for (const name of [...kinds, "Messages from your family's admins"]) {
    const kind = screen.getByRole("switch", { name });
    expect(kind).toBeChecked();
    await userEvent.click(kind);
    expect(kind).not.toBeChecked();
  }
  await waitFor(() => expect(saved()).toHaveLength(7));
  expect(Object.values(settings.notifications)).toEqual(Array(7).fill(false));
});

test("nobody gets the weekly email unasked; a child without an address isn't offered it", async () => {
  const { unmount } = renderPage(<NotificationSettings appName="Keepsake" />);
  const weekly = await screen.findByRole("switch", { name: "A weekly email" });
  expect(weekly).not.toBeChecked();
  await userEvent.click(weekly);
  await waitFor(() => expect(saved()).toEqual([{ digest: true }]));
  unmount();
  const kofi = userDto({ isChild: true, email: null });
  api.on("GET /api/auth/me", { json: kofi });
  renderPage(<NotificationSettings appName="Keepsake" />, { user: kofi });
  await screen.findByRole("switch", { name: "Notices" });
  expect(screen.queryByRole("switch", { name: "A weekly email" })).toBeNull();
});

test("a choice that could not be saved is reverted with a message", async () => {
  api.on("PUT /api/user-settings", { status: 400, json: { error: "Not now" } });
  renderPage(<NotificationSettings appName="Keepsake" />);
  const notices = await screen.findByRole("switch", { name: "Notices" });
  await userEvent.click(notices);
  expect(await screen.findByText("Your choice was not saved")).toBeVisible();
  expect(notices).toBeChecked();
});

test("a choice without a connection is reverted with a message, and isn't saved later", async () => {
  api.on("PUT /api/user-settings", () => Promise.reject(new TypeError("Failed to fetch")));
  renderPage(<NotificationSettings appName="Keepsake" />);
  const notices = await screen.findByRole("switch", { name: "Notices" });
  act(() => void window.dispatchEvent(new Event("offline")));
  try {
    await userEvent.click(notices);
    expect(notices).not.toBeChecked();
    expect(await screen.findByText("Your choice was not saved", undefined, { timeout: 5_000 })).toBeVisible();
    expect(notices).toBeChecked();
    expect(screen.getByText("Please try again.")).toBeVisible();
  } finally {
    act(() => void window.dispatchEvent(new Event("online")));
  }
  await waitFor(() => expect(api.made("GET /api/user-settings")).toHaveLength(2));
  expect(saved()).toHaveLength(3);
});

test("choices are sent one after the other, and an earlier answer doesn't revert a later choice", async () => {
  let answer = () => {};
  api.on(
    "PUT /api/user-settings",
    ({ body }) =>
      new Promise((resolve) => {
        const { notifications } = body as Partial<UserSettingsDto>;
        settings = { ...settings, notifications: { ...settings.notifications, ...notifications } };
        const json = settings;
        answer = () => resolve({ json });
      }),
  );
  renderPage(<NotificationSettings appName="Keepsake" />);
  const notices = await screen.findByRole("switch", { name: "Notices" });
  const comments = screen.getByRole("switch", { name: "Comments" });
  await userEvent.click(notices);
  await userEvent.click(comments);
  await waitFor(() => expect(saved()).not.toEqual([]));
  expect(saved()).toEqual([{ notifications: { notice: false } }]);
  answer();
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(comments).not.toBeChecked();
  await act(async () => answer());
  expect(notices).not.toBeChecked();
  expect(comments).not.toBeChecked();
});

test("a choice that fails before another doesn't revert that one, and is reverted by its answer", async () => {
  api.on("PUT /api/user-settings", ({ body }) => {
    const { notifications } = body as Partial<UserSettingsDto>;
    if (notifications?.notice === false) return { status: 400, json: { error: "Not now" } };
    settings = { ...settings, notifications: { ...settings.notifications, ...notifications } };
    return { json: settings };
  });
  renderPage(<NotificationSettings appName="Keepsake" />);
  const notices = await screen.findByRole("switch", { name: "Notices" });
  const comments = screen.getByRole("switch", { name: "Comments" });
  await userEvent.click(notices);
  await userEvent.click(comments);
  expect(await screen.findByText("Your choice was not saved")).toBeVisible();
  expect(comments).not.toBeChecked();
  await waitFor(() => expect(notices).toBeChecked());
  expect(comments).not.toBeChecked();
});

test("formats and currency show an example as they are chosen", async () => {
  const { router } = renderPage(<RegionSettings />);
  await userEvent.selectOptions(await screen.findByLabelText("Language and formats"), "en-US");
  expect(await screen.findByText("March 28, 2024")).toBeVisible();
  await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  await userEvent.selectOptions(screen.getByLabelText("Currency"), "EUR");
  expect(await screen.findByText("€5.79")).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("Currency"), "");
  expect(saved()).toEqual([{ locale: "en-US" }, { currency: "EUR" }, { currency: null }]);
});

test("the theme is saved with the account too, and the one chosen last is saved last", async () => {
  // next-themes sets the theme before the first paint, which only the server's page needs.
  expectConsoleError(/script tag while rendering/);
  let answer = () => {};
  const answerLater = new Promise<{ json: UserSettingsDto }>((resolve) => {
    answer = () => resolve({ json: settings });
  });
  api.on("PUT /api/user-settings", () => answerLater);
  renderPage(
    <ThemeProvider nonce={undefined} defaultTheme="system">
      <AppearanceSettings />
    </ThemeProvider>,
  );
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  await waitFor(() => expect(saved()).toEqual([{ theme: "dark" }]));
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  await userEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(document.documentElement).toHaveAttribute("data-theme", "light");
  expect(saved()).toEqual([{ theme: "dark" }]);
  answer();
  await waitFor(() => expect(saved()).toEqual([{ theme: "dark" }, { theme: "light" }]));
});

test("dates follow the person's country", () => {
  render(
    <PreferencesProvider value={{ appName: "Keepsake", locale: "en-US", currency: "USD", avatarUrl: null }}>
      <LocalDate iso="2024-03-28T12:00:00Z" />
    </PreferencesProvider>,
  );
  expect(screen.getByText("March 28, 2024")).toBeVisible();
});

test("an avatar is drawn locally, and fetched only if the installation has set up a service", () => {
  const { unmount } = render(<Avatar name="Ada Okafor" isLabelled />);
  expect(screen.getByRole("img", { name: "Ada Okafor" })).toHaveTextContent("AO");
  expect(document.querySelector("img")).toBeNull();
  unmount();
  render(
    <PreferencesProvider
      value={{
        appName: "Keepsake",
        locale: "en-GB",
        currency: "GBP",
        avatarUrl: "https://avatars.example.org/?n={name}",
      }}
    >
      <Avatar name="Ada & Co" isLabelled />
    </PreferencesProvider>,
  );
  expect(document.querySelector("img")).toHaveAttribute(
    "src",
    "https://avatars.example.org/?n=Ada%20%26%20Co",
  );
});

test("the album opens with home, or with all photos for those who prefer it", async () => {
  renderPage(<StartPageSettings />);
  expect(await screen.findByRole("radio", { name: /^Home/ })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: /^All photos/ }));
  await waitFor(() => expect(saved()).toEqual([{ startPage: "allPhotos" }]));
  expect(screen.getByRole("radio", { name: /^All photos/ })).toBeChecked();
});
