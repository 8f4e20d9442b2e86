import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppShell } from "@/components/shell/layout/app-shell";
import { OnboardingWizard } from "@/components/shell/onboarding/onboarding-wizard";
import { removeToast } from "@/components/ui/toast";
import type { UserDto } from "@/lib/account/accounts/schema";
import { defaultUserSettings } from "@/lib/core/settings/schema";
import { type ApiReply, FakeApi } from "@/tests/support/fake-api";
import { FakePushBrowser } from "@/tests/support/fake-push-browser";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const profile = {
  phoneNumber: "+447700900123",
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressLine2: null,
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
};
const newcomer = (change: Partial<UserDto> = {}) =>
  userDto({ onboardingCompleted: false, hasPassword: false, ...change });

let api: FakeApi;
let user: UserDto;

/** Lets this much time pass, and anything it triggers run. */
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Waits for a step; each one takes a moment to appear. */
const step = (name: string) => screen.findByRole("heading", { level: 1, name });
const button = (name: string) => screen.getByRole("button", { name });
const heading = () => screen.getByRole("heading", { level: 1 });

async function open(change: Partial<UserDto> = {}) {
  user = newcomer(change);
  api = new FakeApi()
    .on("GET /api/auth/me", () => ({ json: user }))
    .on("GET /api/user-settings", { json: defaultUserSettings })
    .on("POST /profile-direct-update", () => {
      user = { ...user, ...profile };
      return { json: { ...user, pendingEmail: null } };
    })
    .on("POST /api/auth/password", () => {
      user = { ...user, hasPassword: true };
      return { json: {} };
    })
    .on("POST /api/auth/complete-onboarding", () => ({ json: { ...user, onboardingCompleted: true } }))
    .install();
  const view = renderPage(<OnboardingWizard appName="Keepsake" user={user} />, { user });
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  return view;
}

async function toProfile() {
  await userEvent.click(button("Get Started"));
}

/** Pastes the text: these tests aren't about single keystrokes, each of which re-renders the form. */
async function fill(label: string, text: string) {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}

async function fillProfile() {
  await fill("Phone number", "07700 900123");
  await fill("Full name", "Ada Okafor");
  await fill("Address line 1", "1 Garden Lane");
  await fill("City", "Leeds");
  await fill("Postcode", "LS1 1AA");
}

async function toPassword() {
  await toProfile();
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  await step("Set Password");
}

/** For someone who has a password. */
async function toNotifications() {
  await toProfile();
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  await step("Notification Preferences");
}

/** Answers a call on demand; from then on the test controls the clock. */
function hold(call: string, reply: () => ApiReply) {
  let answer = () => {};
  api.on(call, () => new Promise((resolve) => (answer = () => resolve(reply()))));
  return async () => {
    await waitFor(() => expect(api.made("POST")).toContain(call));
    jest.useFakeTimers();
    await act(async () => answer());
  };
}

async function typePasswords(one: string, two = one) {
  await userEvent.clear(screen.getByLabelText("New password"));
  await userEvent.clear(screen.getByLabelText("Confirm password"));
  if (one) await userEvent.type(screen.getByLabelText("New password"), one);
  if (two) await userEvent.type(screen.getByLabelText("Confirm password"), two);
  await userEvent.click(button("Set Password"));
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
  removeToast();
});

test("the first step asks for the person's name, and uses it", async () => {
  const { router } = await open();
  api.on("PUT /api/user/name", () => {
    user = { ...user, title: "Mum", displayName: "Mum" };
    return { json: { title: "Mum", displayName: "Mum" } };
  });
  await userEvent.type(screen.getByLabelText(/What should we call you/), "Mum");
  await toProfile();
  await step("Profile");
  expect(router.refresh).toHaveBeenCalled();
  await userEvent.click(button("Back"));
  expect(await screen.findByText("Mum", { selector: "strong" })).toBeVisible();
});

test("the four steps follow in order, with a percentage and a counter", async () => {
  const { router } = await open();
  const seen = async () => {
    const bar = screen.getByRole("progressbar");
    return [heading().textContent, bar.getAttribute("aria-valuenow"), bar.previousSibling?.textContent];
  };
  expect(await seen()).toEqual(["Getting Started", "25", "Step 1 of 425%"]);
  await toProfile();
  expect(await seen()).toEqual(["Profile", "50", "Step 2 of 450%"]);
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  await step("Set Password");
  expect(await seen()).toEqual(["Set Password", "75", "Step 3 of 475%"]);
  await typePasswords("sunday lunch");
  await step("Notification Preferences");
  expect(await seen()).toEqual(["Notification Preferences", "100", "Step 4 of 4100%"]);
  await userEvent.click(button("Complete Setup"));
  expect(await screen.findByText("Setup complete!")).toBeVisible();
  expect(api.made("POST")).toEqual([
    "POST /profile-direct-update",
    "POST /api/auth/password",
    "POST /api/auth/complete-onboarding",
  ]);
  // The layout decides again, on the server.
  expect(router.refresh).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem("onboarding")).toBeNull();
});

test("Save & Continue saves one phone number, says so, and moves on after 500 ms", async () => {
  await open();
  const answer = hold("POST /profile-direct-update", () => ({
    json: { ...user, ...profile, pendingEmail: null },
  }));
  await toProfile();
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  await answer();
  const sent = api.calls.find(({ path }) => path === "/profile-direct-update")?.body;
  expect(sent).toMatchObject({
    email: "ada@example.org",
    phoneNumber: "+447700900123",
    addressCity: "Leeds",
  });
  expect(sent).not.toHaveProperty("title");
  await pass(400);
  expect(heading()).toHaveTextContent("Profile");
  await pass(100);
  expect(heading()).toHaveTextContent("Set Password");
  expect(heading()).toHaveFocus();
  expect(screen.getByText("Profile updated")).toBeVisible();
});

test("missing profile input shows an error at its field and is not sent", async () => {
  await open({ email: null });
  await toProfile();
  await userEvent.click(button("Save & Continue"));
  for (const words of [
    "Please enter a valid email address",
    "Phone number is required for print delivery",
    "Full name is required for print delivery",
    "Address is required for print delivery",
    "City is required for print delivery",
    "Postcode is required for print delivery",
  ]) {
    expect(await screen.findByText(words)).toBeVisible();
  }
  expect(screen.getByLabelText("Email")).toHaveFocus();
  expect(api.made("POST")).toEqual([]);
});

test("a profile that could not be saved says so and stays", async () => {
  await open();
  api.on("POST /profile-direct-update", { status: 500, json: { error: "Broken" } });
  await toProfile();
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  expect(await screen.findByText("Error updating profile")).toBeVisible();
  expect(screen.getByText("There was an error saving your profile. Please try again.")).toBeVisible();
  expect(heading()).toHaveTextContent("Profile");
  expect(screen.getByLabelText("City")).toHaveValue("Leeds");
});

test("a field that the server refuses shows the reason", async () => {
  await open();
  const error = "There is already an account with this email address.";
  api.on("POST /profile-direct-update", { status: 409, json: { error, field: "email" } });
  await toProfile();
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(error));
});

test("nobody continues before the password is set; then it takes a second", async () => {
  await open();
  await toPassword();
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  await typePasswords("", "");
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  await typePasswords("short");
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  await typePasswords("sunday lunch", "monday lunch");
  expect(screen.getByText("Passwords do not match")).toBeVisible();
  expect(api.made("POST /api/auth/password")).toEqual([]);

  const answer = hold("POST /api/auth/password", () => {
    user = { ...user, hasPassword: true };
    return { json: {} };
  });
  await typePasswords("sunday lunch");
  await answer();
  await pass(0);
  expect(screen.getByText("Password updated")).toBeVisible();
  expect(api.calls.find(({ path }) => path === "/api/auth/password")?.body).toEqual({
    newPassword: "sunday lunch",
    confirmPassword: "sunday lunch",
  });
  await pass(900);
  expect(heading()).toHaveTextContent("Set Password");
  await pass(100);
  expect(heading()).toHaveTextContent("Notification Preferences");
});

const refusals: [string, ApiReply | (() => never), string][] = [
  [
    "in words",
    { status: 400, json: { error: "This is one of the most common passwords." } },
    "This is one of the most common passwords.",
  ],
  ["without a word", { status: 500 }, "Failed to set password"],
  [
    "by a network that is away",
    () => {
      throw new TypeError("Failed to fetch");
    },
    "Network error. Please try again.",
  ],
];
test.each(refusals)("a password refused %s is reported", async (_, reply, words) => {
  await open();
  api.on("POST /api/auth/password", reply);
  await toPassword();
  await typePasswords("sunday lunch");
  expect(await screen.findByText(words)).toBeVisible();
  expect(await screen.findByText("Error updating password")).toBeVisible();
  expect(screen.getByText("There was an error updating your password. Please try again.")).toBeVisible();
  expect(heading()).toHaveTextContent("Set Password");
});

test("the password step appears only if a password is missing", async () => {
  await open({ hasPassword: true });
  expect(screen.getByText("Step 1 of 3")).toBeVisible();
  expect(screen.queryByText("A password")).not.toBeInTheDocument();
  await toProfile();
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  await step("Notification Preferences");
  expect(screen.getByText("Step 3 of 3")).toBeVisible();
  await userEvent.click(button("Back"));
  expect(heading()).toHaveTextContent("Profile");
});

test("if the address is only needed later, it is optional; if prints are off, it isn't asked for", async () => {
  const offers = { prints: true, gifts: false, asksAddress: false, country: "GB" };
  const { unmount } = await open({ hasPassword: true, offers });
  await toProfile();
  expect(screen.getByText("You can leave this empty until you order something.")).toBeVisible();
  await userEvent.click(button("Save & Continue"));
  await step("Notification Preferences");
  unmount();
  sessionStorage.clear();
  await open({ hasPassword: true, offers: { ...offers, prints: false } });
  await toProfile();
  expect(screen.getByLabelText("Email")).toBeVisible();
  expect(screen.queryByLabelText("City")).not.toBeInTheDocument();
});

test("a password that was set meanwhile (409) counts as set too", async () => {
  await open();
  api.on("POST /api/auth/password", { status: 409, json: { error: "There is one" } });
  await toPassword();
  await typePasswords("sunday lunch");
  expect(await step("Notification Preferences")).toBeVisible();
});

test("a temporary password doesn't count as the person's own", async () => {
  await open({ hasPassword: true, passwordTemporary: true });
  await toPassword();
  expect(screen.queryByText("Your password is set.")).toBeNull();
});

test("Back is available from step 2, and typed text survives it", async () => {
  await open();
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  await toProfile();
  await fillProfile();
  await userEvent.click(button("Back"));
  expect(heading()).toHaveTextContent("Getting Started");
  await toProfile();
  expect(screen.getByLabelText("City")).toHaveValue("Leeds");
  expect(screen.getByLabelText("Phone number")).toHaveValue("7700900123");
});

test("a reload returns to the step and the typed text, for the same person only", async () => {
  const { unmount } = await open();
  await toProfile();
  await userEvent.type(screen.getByLabelText("City"), "Leeds");
  unmount();
  const again = await open();
  expect(heading()).toHaveTextContent("Profile");
  expect(screen.getByLabelText("City")).toHaveValue("Leeds");
  again.unmount();
  await open({ id: "01900000-0000-7000-8000-000000000002" });
  expect(heading()).toHaveTextContent("Getting Started");
});

test("a password is never stored", async () => {
  await open();
  await toPassword();
  await userEvent.type(screen.getByLabelText("New password"), "sunday lunch");
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("sunday lunch");
});

test("Sign Out is available on every step", async () => {
  await open({ hasPassword: true });
  expect(button("Sign Out")).toBeVisible();
  await toProfile();
  expect(button("Sign Out")).toBeVisible();
  await fillProfile();
  await userEvent.click(button("Save & Continue"));
  await step("Notification Preferences");
  expect(button("Sign Out")).toBeVisible();
  api.on("POST /api/auth/logout", { json: { success: true } });
  await userEvent.click(button("Sign Out"));
  await waitFor(() => expect(api.made("POST /api/auth/logout")).toHaveLength(1));
  expect(sessionStorage.getItem("onboarding")).toBeNull();
});

test("notification kinds are offered and saved, and nothing is claimed about this device", async () => {
  await open({ hasPassword: true });
  api.on("PUT /api/user-settings", ({ body }) => ({
    json: {
      ...defaultUserSettings,
      notifications: { ...defaultUserSettings.notifications, tagged: false },
      body,
    },
  }));
  await toNotifications();
  expect(screen.getByText("Notifications not supported")).toBeVisible();
  const tagged = await screen.findByRole("switch", { name: "You're in a photo" });
  expect(tagged).toBeChecked();
  await userEvent.click(tagged);
  expect(tagged).not.toBeChecked();
  expect(api.calls.at(-1)).toMatchObject({ method: "PUT", body: { notifications: { tagged: false } } });
});

test("step 4 switches on this device's notifications and tests them", async () => {
  new FakePushBrowser().install();
  await open({ hasPassword: true });
  let endpoints: string[] = [];
  api
    .on("GET /api/push/devices", () => ({ json: { devices: endpoints.length, endpoints } }))
    .on("GET /api/push/vapid-key", { json: { publicKey: "BAEC" } })
    .on("POST /api/push/subscribe", ({ body }) => {
      endpoints = [(body as { endpoint: string }).endpoint];
      return { status: 201, json: { success: true } };
    })
    .on("POST /api/push/test", { status: 202, json: { success: true, devices: 1 } });
  await toNotifications();
  await userEvent.click(await screen.findByRole("switch", { name: "Push notifications" }));
  await userEvent.click(await screen.findByRole("button", { name: "Send a test notification" }));
  expect(await screen.findByText("Test notification sent")).toBeVisible();
  FakePushBrowser.remove();
});

test("'Complete Setup' continues even if the browser says no", async () => {
  const browser = new FakePushBrowser().install();
  browser.answer = "denied";
  await open({ hasPassword: true });
  api.on("GET /api/push/devices", { json: { devices: 0, endpoints: [] } });
  await toNotifications();
  await userEvent.click(await screen.findByRole("switch", { name: "Push notifications" }));
  expect(await screen.findByText("Push notification permission denied")).toBeVisible();
  await userEvent.click(button("Complete Setup"));
  expect(await screen.findByText("Setup complete!")).toBeVisible();
  FakePushBrowser.remove();
});

test("a setup that turns out incomplete leads back to what is missing", async () => {
  await open({ hasPassword: true });
  const error = "City is required for print delivery";
  api.on("POST /api/auth/complete-onboarding", { status: 422, json: { error, field: "addressCity" } });
  await toNotifications();
  await userEvent.click(button("Complete Setup"));
  expect(await screen.findByText(error)).toBeVisible();
  expect(heading()).toHaveTextContent("Profile");
});

describe("the gate", () => {
  const shell = (person: UserDto) =>
    renderPage(
      <AppShell appName="Keepsake" user={person}>
        <p>The album</p>
      </AppShell>,
      { user: person },
    );

  test("shows only the wizard to someone who is not set up", async () => {
    (await open()).unmount();
    shell(newcomer());
    expect(await screen.findAllByRole("heading", { name: "Getting Started" })).not.toHaveLength(0);
    expect(screen.queryByText("The album")).toBeNull();
    expect(screen.queryByRole("banner", { name: /Upload/ })).toBeNull();
  });

  test("shows the app to someone who is, and to a super admin", async () => {
    (await open()).unmount();
    for (const person of [
      userDto(profile),
      userDto({ isSuperAdmin: true, onboardingCompleted: false, currentFamily: null }),
    ]) {
      const { unmount } = shell(person);
      expect(await screen.findByText("The album")).toBeVisible();
      await waitFor(() => expect(api.made("GET /api/auth/me").length).toBeGreaterThan(1));
      unmount();
    }
  });
});
