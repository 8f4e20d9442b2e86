import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { SecurityView, type SecurityViewProps } from "@/components/account/security/security-view";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { KeyDto, OwnKeysDto } from "@/lib/account/keys/schema";
import type { ActivityDto, PasskeyDto, SessionDto } from "@/lib/account/security/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const at = "2024-03-03T10:00:00.000Z";
const school = { id: "oidc" as const, name: "Village School" };

const sessions: SessionDto[] = [
  {
    id: "s1",
    device: "Firefox on Linux",
    isCurrent: true,
    method: "password",
    ipAddress: "192.0.2.1",
    createdAt: at,
    lastSeenAt: at,
  },
  {
    id: "s2",
    device: "Chrome on Android",
    isCurrent: false,
    method: "passkey",
    ipAddress: null,
    createdAt: at,
    lastSeenAt: at,
  },
];
const passkey: PasskeyDto = { id: "p1", name: "Phone", createdAt: at, lastUsedAt: null };
const activity: ActivityDto[] = Array.from({ length: 10 }, (_, index) => ({
  id: `a${index}`,
  at,
  words: `ActivityInput ${index}`,
  device: null,
  ipAddress: null,
}));

interface Facts {
  user?: UserDto;
  passkeys?: PasskeyDto[];
  isOn?: boolean;
  codesLeft?: number;
  identities?: unknown[];
  keys?: OwnKeysDto;
}

function renderSecurity(facts: Facts = {}, props: Partial<SecurityViewProps> = {}) {
  const { user = userDto(), passkeys = [], isOn = false, codesLeft = 10, identities = [] } = facts;
  const { keys = { keys: [], families: [] } } = facts;
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("GET /api/auth/sessions", { json: sessions })
    .on("GET /api/auth/passkeys", { json: passkeys })
    .on("GET /api/auth/second-factor", {
      json: { isOn, enabledAt: isOn ? at : null, recoveryCodesLeft: isOn ? codesLeft : 0 },
    })
    .on("GET /api/auth/identities", { json: identities })
    .on("GET /api/auth/keys", { json: keys })
    .on("GET /api/user/activity", { json: activity })
    .install();
  const view = renderPage(
    <SecurityView
      providers={[school]}
      problem={null}
      linked={null}
      hasPassword
      isMailMissing={false}
      {...props}
    />,
    { address: "/security", user },
  );
  return { api, ...view };
}

const card = (name: string) => screen.getByRole("region", { name });
const wrongPassword = {
  status: 422,
  json: {
    error: "No",
    message: "That is not your password. Please try again.",
    code: "x",
    field: "password",
  },
};

beforeEach(() => {
  Object.assign(window, { PublicKeyCredential: class {} });
});
afterEach(() => {
  Reflect.deleteProperty(window, "PublicKeyCredential");
});

test("shows the devices, with this one marked, and how and when each signed in", async () => {
  const { container } = renderSecurity({ passkeys: [passkey] });
  const devices = await screen.findByRole("region", { name: "Where you are signed in" });
  const items = await within(devices).findAllByRole("listitem");
  expect(items[0]).toHaveTextContent(/Firefox on Linux.*This device.*with the password.*from 192\.0\.2\.1/);
  expect(items[1]).toHaveTextContent(/Chrome on Android.*with a passkey/);
  expect(within(items[0] as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);
});

test("signs out another device after confirmation", async () => {
  const { api } = renderSecurity();
  api.on("DELETE /api/auth/sessions/s2", { status: 204 });
  await userEvent.click(await screen.findByRole("button", { name: "Sign out Chrome on Android" }));
  const dialog = screen.getByRole("alertdialog", { name: "Sign out this device?" });
  expect(api.made("DELETE")).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(api.made("DELETE")).toEqual(["DELETE /api/auth/sessions/s2"]));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test("a passkey is removed only with the password, and a wrong one shows an error at its field", async () => {
  const { api } = renderSecurity({ passkeys: [passkey] });
  api.on("DELETE /api/auth/passkeys/p1", wrongPassword);
  await userEvent.click(await screen.findByRole("button", { name: "Remove Phone" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove this passkey?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove passkey" }));
  const password = within(dialog).getByLabelText("Your password");
  expect(password).toHaveAccessibleDescription(/Please enter your password/);
  expect(api.made("DELETE")).toEqual([]);
  await userEvent.type(password, "wrong");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove passkey" }));
  await waitFor(() => expect(password).toHaveAccessibleDescription(/That is not your password/));
  expect(password).toHaveValue("wrong");
  api.on("DELETE /api/auth/passkeys/p1", { status: 204 });
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove passkey" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(api.calls.at(-1)).toBeDefined();
  expect(api.calls.find(({ method, body }) => method === "DELETE" && body)).toMatchObject({
    body: { password: "wrong" },
  });
});

test("someone without a password is led to set one instead of being asked for it", async () => {
  renderSecurity({ user: userDto({ hasPassword: false }) }, { hasPassword: false });
  await userEvent.click(await screen.findByRole("button", { name: "Add a passkey" }));
  const dialog = await screen.findByRole("dialog", { name: "Add a passkey" });
  expect(within(dialog).queryByLabelText("Your password")).not.toBeInTheDocument();
  expect(within(dialog).getByRole("link", { name: "Set a password" })).toHaveAttribute(
    "href",
    "/password-security",
  );
});

test("without passkeys in this browser, adding one isn't offered", async () => {
  Reflect.deleteProperty(window, "PublicKeyCredential");
  renderSecurity();
  expect(await screen.findByText(/open the album over https/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add a passkey" })).not.toBeInTheDocument();
});

test("setting up the authenticator goes from the password to the QR code to the recovery codes", async () => {
  const { api } = renderSecurity();
  const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`);
  api
    .on("POST /api/auth/second-factor", {
      json: { secret: "ABCDEFGHIJKLMNOP", url: "otpauth://totp/Keepsake:ada?secret=ABCDEFGHIJKLMNOP" },
    })
    .on("POST /api/auth/second-factor/confirm", ({ body }) =>
      (body as { code: string }).code === "123456"
        ? { json: { recoveryCodes: codes } }
        : { status: 422, json: { message: "That code is wrong", code: "wrong_code", field: "code" } },
    );
  await userEvent.click(await screen.findByRole("button", { name: "Set up the app" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "Kitten-Basket{Enter}");
  const scan = await screen.findByRole("dialog", { name: "Scan this code with the app" });
  expect(within(scan).getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  expect(within(scan).getByText("ABCD EFGH IJKL MNOP")).toBeVisible();
  await userEvent.type(within(scan).getByLabelText("Code"), "000000{Enter}");
  expect(await within(scan).findByText("That code is wrong")).toBeVisible();
  await userEvent.clear(within(scan).getByLabelText("Code"));
  await userEvent.type(within(scan).getByLabelText("Code"), "123456{Enter}");
  const kept = await screen.findByRole("dialog", { name: "Your recovery codes" });
  expect(
    within(kept)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  await userEvent.click(within(kept).getByRole("button", { name: "I've saved them" }));
  await waitFor(() => expect(kept).not.toBeInTheDocument());
});

test("a low number of recovery codes is pointed out", async () => {
  renderSecurity({ isOn: true, codesLeft: 1 });
  expect(await screen.findByText(/1 recovery code left\. Create new ones/)).toBeVisible();
});

test("linking opens the provider only after the password", async () => {
  const { api } = renderSecurity();
  api.on("POST /api/auth/identities", wrongPassword);
  await userEvent.click(await screen.findByRole("button", { name: "Link Village School" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "wrong{Enter}");
  expect(await screen.findByText("That is not your password. Please try again.")).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")).toMatchObject({
    path: "/api/auth/identities",
    body: { provider: "oidc", password: "wrong" },
  });
});

test("if no provider is set up and none is linked, they are not mentioned", async () => {
  renderSecurity({}, { providers: [] });
  await screen.findByText("ActivityInput 0");
  expect(screen.queryByRole("region", { name: "Linked accounts" })).not.toBeInTheDocument();
});

test("a failure at the provider is shown, and removed from the address", async () => {
  window.history.replaceState(null, "", "/security?problem=cancelled&provider=oidc");
  renderSecurity({}, { problem: "You didn't finish signing in at Village School" });
  await screen.findByText("ActivityInput 0");
  expect(within(card("Linked accounts")).getByRole("alert")).toHaveTextContent(
    "You didn't finish signing in at Village School",
  );
  expect(window.location.search).toBe("");
});

test("the activity shows the latest, then all", async () => {
  renderSecurity();
  expect(await screen.findByText("ActivityInput 7")).toBeVisible();
  expect(screen.queryByText("ActivityInput 8")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Show all 10" }));
  expect(screen.getByText("ActivityInput 9")).toBeVisible();
});

test("an admin sees that addresses can't be verified without mail; nobody else does", async () => {
  const { unmount } = renderSecurity({}, { isMailMissing: true });
  expect(await screen.findByRole("region", { name: "Email isn't set up" })).toBeVisible();
  unmount();
  renderSecurity();
  expect(await screen.findByRole("button", { name: "Sign out Chrome on Android" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Email isn't set up" })).not.toBeInTheDocument();
});

describe("API keys", () => {
  const okafors = { id: "f1", name: "The Okafors" };
  const bergs = { id: "f2", name: "The Bergs" };
  const nas: KeyDto = {
    id: "k1",
    name: "NAS",
    hint: "ksp_abc123",
    scopes: ["read", "upload"],
    family: okafors,
    createdAt: at,
    lastUsedOn: "2024-03-03",
    lastNetwork: "192.0.2.0/24",
  };
  const camera: KeyDto = { ...nas, id: "k2", name: "Camera", lastUsedOn: null, lastNetwork: null };

  test("shows what each can do and when it was last used, and that a new password ends them", async () => {
    renderSecurity({ keys: { keys: [nas, camera], families: [okafors] } });
    const keys = await screen.findByRole("region", { name: "API keys" });
    const [one, other] = await within(keys).findAllByRole("listitem");
    expect(one).toHaveTextContent(
      /NAS.*See the album, upload · The Okafors.*ksp_abc123….*from 192\.0\.2\.0\/24/,
    );
    expect(other).toHaveTextContent(/Camera.*never used/);
    expect(card("Password")).toHaveTextContent("signs out every other device and revokes your API keys");
  });

  test("a child sees none of this", async () => {
    renderSecurity();
    await screen.findByRole("region", { name: "Where you are signed in" });
    expect(screen.queryByRole("region", { name: "API keys" })).not.toBeInTheDocument();
  });

  test("one is created with the password, for the chosen family, and shown once", async () => {
    const { api, container } = renderSecurity({ keys: { keys: [], families: [okafors, bergs] } });
    const missing = { error: "No", message: "Please give the key a name", code: "bad_input", field: "name" };
    api.on("POST /api/auth/keys", { status: 400, json: missing });
    await userEvent.click(await screen.findByRole("button", { name: "Create an API key" }));
    const dialog = await screen.findByRole("dialog", { name: "Create an API key" });
    await userEvent.type(within(dialog).getByLabelText("Your password"), "secret words");
    await userEvent.click(within(dialog).getByRole("button", { name: "Create key" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("Please give the key a name");
    expect(within(dialog).getByLabelText("Name")).toHaveFocus();

    api.on("POST /api/auth/keys", { status: 201, json: { ...nas, key: "ksp_the-whole-key" } });
    await userEvent.type(within(dialog).getByLabelText("Name"), "NAS");
    await userEvent.click(within(dialog).getByRole("checkbox", { name: "See the album" }));
    await userEvent.selectOptions(within(dialog).getByLabelText("Album"), "The Bergs");
    expect((await axe(container.ownerDocument.body)).violations).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Create key" }));
    const shown = await screen.findByRole("dialog", { name: "Your new key" });
    expect(within(shown).getByLabelText("API key")).toHaveValue("ksp_the-whole-key");
    const sent = api.calls.filter(({ method }) => method === "POST").at(-1);
    const wanted = { name: "NAS", scopes: ["read", "upload"], familyId: "f2", password: "secret words" };
    expect(sent?.body).toEqual(wanted);
    await userEvent.click(within(shown).getByRole("button", { name: "I've copied it" }));
    await waitFor(() => expect(shown).not.toBeInTheDocument());
    expect(document.body).not.toHaveTextContent("ksp_the-whole-key");
  });

  test("one can be ended after confirmation, or all of them", async () => {
    const { api } = renderSecurity({ keys: { keys: [nas, camera], families: [okafors] } });
    api.on("DELETE /api/auth/keys/k2", { status: 204 }).on("DELETE /api/auth/keys", { json: { count: 2 } });
    await userEvent.click(await screen.findByRole("button", { name: "Revoke the key Camera" }));
    const one = await screen.findByRole("alertdialog", { name: "Revoke the key “Camera”?" });
    expect(api.made("DELETE")).toEqual([]);
    await userEvent.click(within(one).getByRole("button", { name: "Revoke key" }));
    await waitFor(() => expect(one).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole("button", { name: "Revoke all keys" }));
    const all = await screen.findByRole("alertdialog", { name: "Revoke all API keys?" });
    await userEvent.click(within(all).getByRole("button", { name: "Revoke all keys" }));
    await waitFor(() => expect(all).not.toBeInTheDocument());
    expect(api.made("DELETE")).toEqual(["DELETE /api/auth/keys/k2", "DELETE /api/auth/keys"]);
  });
});
