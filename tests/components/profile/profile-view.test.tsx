import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { EmailOutcome } from "@/components/account/profile/email-outcome";
import { ProfileView } from "@/components/account/profile/profile-view";
import { removeToast } from "@/components/ui/toast";
import type { ProfileDto } from "@/lib/account/profile/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const profileOf = (change: Partial<ProfileDto> = {}): ProfileDto => ({
  ...userDto({
    phoneNumber: "+447700900123",
    addressFullName: "Ada Okafor",
    addressLine1: "1 Garden Lane",
    addressCity: "Leeds",
    addressPostcode: "LS1 1AA",
  }),
  pendingEmail: null,
  phoneConfirmed: true,
  ...change,
});

async function open(profile = profileOf(), { isMailSetUp = true } = {}) {
  const { pendingEmail: _, ...user } = profile;
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("POST /profile-direct-update", ({ body }) => ({
      json: { ...profile, ...(body as object), email: "ada@example.org", pendingEmail: null },
    }))
    .install();
  const view = <ProfileView profile={profile} isMailSetUp={isMailSetUp} isSmsSetUp />;
  const { router } = renderPage(view, { user });
  await sessionChecked();
  return Object.assign(api, { router });
}

const sessionChecked = () => waitFor(() => expect(localStorage.getItem("userData")).not.toBeNull());

const save = () => userEvent.click(screen.getByRole("button", { name: "Save Changes" }));

beforeEach(() => localStorage.clear());
afterEach(() => removeToast());

test("it shows who someone is, and the username that signs in", async () => {
  await open(profileOf({ title: "Grandma", displayName: "Grandma" }));
  expect(screen.getByText("Grandma")).toBeVisible();
  expect(screen.getByText("Your username is")).toHaveTextContent("ada");
  expect(screen.getByText("Owner")).toBeVisible();
  expect(screen.getByLabelText("Phone number")).toHaveValue("7700900123");
});

test("a change is saved and confirmed", async () => {
  const api = await open();
  await userEvent.clear(screen.getByLabelText("City"));
  await userEvent.type(screen.getByLabelText("City"), "Bath");
  await save();
  expect(await screen.findByText("Profile updated")).toBeVisible();
  expect(api.calls.at(-1)?.body).toMatchObject({
    addressCity: "Bath",
    phoneNumber: "+447700900123",
  });
  // So that Back shows it, too.
  expect(api.router.refresh).toHaveBeenCalled();
});

const saveName = () => userEvent.click(screen.getByRole("button", { name: "Save name" }));

test("someone without an address changes their name, and sees it", async () => {
  const api = await open(profileOf({ isChild: true, email: null, addressLine1: null, addressCity: null }));
  api.on("PUT /api/user/name", { json: { title: "Mum", displayName: "Mum" } });
  await userEvent.type(screen.getByLabelText("What should we call you?"), "Mum ");
  await saveName();
  expect(await screen.findByText("Name saved")).toBeVisible();
  expect(api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { title: "Mum " },
  ]);
  expect(within(screen.getByRole("region", { name: "You" })).getByText("Mum")).toBeVisible();
});

test("a refused name shows the reason at its field, and stays there", async () => {
  const api = await open();
  const error = "A name can't hold a web address.";
  api.on("PUT /api/user/name", { status: 400, json: { error, field: "title" } });
  await userEvent.type(screen.getByLabelText("What should we call you?"), "www.evil.example");
  await saveName();
  const field = screen.getByLabelText("What should we call you?");
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(error)));
  expect(field).toHaveValue("www.evil.example");
});

test("a failed save says so and keeps what was typed", async () => {
  const api = await open();
  api.on("POST /profile-direct-update", { status: 503, json: { error: "Away" } });
  await userEvent.type(screen.getByLabelText("City"), " North");
  await save();
  expect(await screen.findByText("Error updating profile")).toBeVisible();
  expect(screen.getByLabelText("City")).toHaveValue("Leeds North");
});

test("a changed address is shown as pending, and its confirmation can be sent again", async () => {
  const api = await open();
  api
    .on("POST /profile-direct-update", { json: profileOf({ pendingEmail: "new@example.org" }) })
    .on("POST /api/auth/confirm-email", { json: { pendingEmail: "new@example.org" } });
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "new@example.org");
  await save();
  const pending = await screen.findByRole("region", { name: "New email address" });
  expect(pending).toHaveTextContent("Please confirm new@example.org");
  expect(pending).toHaveTextContent("Until then we'll keep using ada@example.org");
  expect(screen.getByLabelText("Email")).toHaveValue("new@example.org");
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Confirmation sent")).toBeVisible();
  expect(api.made("POST /api/auth/confirm-email")).toHaveLength(1);
});

test("a refused resend shows the reason", async () => {
  const api = await open(profileOf({ pendingEmail: "new@example.org" }));
  const error = "Too many attempts. Please wait 20 minutes and try again.";
  api.on("POST /api/auth/confirm-email", { status: 429, json: { error } });
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText(error)).toBeVisible();
});

test("without mail an admin sees what to set up", async () => {
  await open(profileOf({ pendingEmail: "new@example.org", isAdmin: true }), { isMailSetUp: false });
  expect(screen.getByText("SMTP_URL")).toBeVisible();
  expect(screen.queryByText(/We've sent/)).toBeNull();
});

test("without mail everyone else sees whom to ask, and nothing claims that one was sent", async () => {
  const member = profileOf({ pendingEmail: "new@example.org", isAdmin: false });
  const api = await open(member, { isMailSetUp: false });
  expect(screen.getByText(/Please ask an admin of your family to help you/)).toBeVisible();
  expect(screen.queryByText(/SMTP_URL|set up|We've sent/)).toBeNull();
  api.on("POST /api/auth/confirm-email", { status: 202, json: { message: "Noted." } });
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("New link ready")).toBeVisible();
});

test("a child has no e-mail address to fill in, and can save without one", async () => {
  const api = await open(profileOf({ isChild: true, email: null }));
  expect(screen.queryByLabelText("Email")).toBeNull();
  await save();
  await waitFor(() => expect(api.made("POST /profile-direct-update")).toHaveLength(1));
});

test.each([
  ["confirmed", /email address is confirmed/],
  ["expired", /This link no longer works/],
  ["taken", /Another account now has this email address/],
])("the link in the mail opens this page and says that it was %s", (outcome, words) => {
  render(<EmailOutcome outcome={outcome} />);
  expect(screen.getByRole("status")).toHaveTextContent(words);
});

test("an address with anything else in it says nothing", () => {
  for (const outcome of [undefined, "toString", ["confirmed"], "<b>"]) {
    const { unmount } = render(<EmailOutcome outcome={outcome} />);
    expect(screen.queryByRole("status")).toBeNull();
    unmount();
  }
});

test("a new phone number requires the password first, and keeps what was typed", async () => {
  const api = await open();
  api
    .on("GET /api/auth/passkeys", { json: [] })
    .on("POST /profile-direct-update", ({ body }) =>
      (body as { password?: string }).password === "correct horse"
        ? { json: profileOf({ phoneNumber: "+447700900999", phoneConfirmed: false }) }
        : { status: 400, json: { error: "Please enter your password", field: "password" } },
    );
  await userEvent.clear(screen.getByLabelText("Phone number"));
  await userEvent.type(screen.getByLabelText("Phone number"), "7700900999");
  await save();
  await userEvent.type(await screen.findByLabelText("Your password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Profile updated")).toBeVisible();
  expect(api.calls.at(-1)?.body).toMatchObject({ phoneNumber: "+447700900999", password: "correct horse" });
  expect(screen.getByText("Confirm +447700900999")).toBeVisible();
});

test("a number is confirmed with the code that was sent to it", async () => {
  const api = await open(profileOf({ phoneConfirmed: false }));
  api
    .on("GET /api/auth/passkeys", { json: [] })
    .on("POST /api/auth/phone-confirmation", { status: 202, json: { phoneNumber: "+447700900123" } })
    .on("POST /api/auth/phone-confirmation/verify", { json: { phoneNumber: "+447700900123" } });
  await userEvent.click(screen.getByRole("button", { name: "Send a code" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Your password"), "correct horse");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send a code" }));
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Confirm number" }));
  expect(await screen.findByText("Phone number confirmed")).toBeVisible();
  expect(screen.queryByText("Confirm +447700900123")).toBeNull();
});
