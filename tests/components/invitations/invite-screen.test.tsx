import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { InviteScreen, type InviteScreenProps } from "@/components/family/invitations/invite-screen";
import type { InvitationDto } from "@/lib/family/invitations/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const waiting: InvitationDto = {
  id: "invitation-1",
  username: "uncle.ben",
  email: "ben@example.org",
  isAdmin: true,
  memberId: null,
  personName: null,
  invitedBy: "Ada",
  sentAt: "2026-11-01T10:00:00.000Z",
  expiresAt: "2026-11-08T10:00:00.000Z",
  isExpired: false,
};
const link = {
  id: "invitation-2",
  url: "https://album.test/register/new-code",
  expiresAt: "2026-11-28T00:00:00.000Z",
};
const baby = {
  id: "person-1",
  name: "Rose",
  nickname: "Nana",
  displayName: "Nana",
  birthDate: null,
  userId: null,
};

async function renderScreen(invitations: InvitationDto[] = [], props: Partial<InviteScreenProps> = {}) {
  const listed = { json: invitations };
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/invitations", () => listed)
    .on("POST /api/invitations", { status: 201, json: link })
    .install();
  renderPage(
    <InviteScreen
      appName="Keepsake"
      familyName="The Okafors"
      isMailed
      people={[]}
      places={{ planName: "Family Plan", limit: 6, accounts: 2 }}
      {...props}
    />,
  );
  await waitFor(() => expect(api.made("GET /api/invitations")).toHaveLength(1));
  if (invitations.length > 0) await screen.findByText(invitations[0]?.email ?? "");
  return { api, listed };
}

async function fillIn() {
  await userEvent.type(screen.getByLabelText("Username"), "Grandma.Rose");
  await userEvent.type(screen.getByLabelText("Email"), "rose@example.org");
}
const invite = () => userEvent.click(screen.getByRole("button", { name: "Invite" }));

test("an invitation is sent as typed, and its link is shown to copy, to share and as a QR code", async () => {
  const { api } = await renderScreen();
  await fillIn();
  await userEvent.click(screen.getByRole("checkbox", { name: "Administrator" }));
  await invite();
  const heading = await screen.findByRole("heading", {
    name: "The invitation for rose@example.org is ready",
  });
  expect(heading).toHaveFocus();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
    username: "grandma.rose",
    email: "rose@example.org",
    isAdmin: true,
    memberId: null,
  });
  expect(screen.getByLabelText("Link")).toHaveValue(link.url);
  expect(screen.getByRole("img", { name: "QR code of the invitation for rose@example.org" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy link" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Share" })).toBeVisible();
  expect(screen.getByText(/on its way by email/)).toHaveTextContent("They will sign in as grandma.rose.");
});

test("without mail it says so clearly, before and after", async () => {
  await renderScreen([], { isMailed: false });
  expect(screen.getByText(/Email isn't set up, so you'll get a link/)).toBeVisible();
  await fillIn();
  await invite();
  expect(await screen.findByText(/so nothing was sent\. Copy the link and send it yourself/)).toBeVisible();
});

test("a refused field shows an error and has the focus", async () => {
  const { api } = await renderScreen();
  const message = "This username is taken. Please choose another.";
  api.on("POST /api/invitations", {
    status: 409,
    json: { error: message, message, code: "username_taken", field: "username" },
  });
  await fillIn();
  await invite();
  await waitFor(() => expect(screen.getByLabelText("Username")).toHaveFocus());
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(new RegExp(message));
  expect(screen.getByLabelText("Email")).toHaveValue("rose@example.org");
});

test("someone already in the album can be chosen", async () => {
  const { api } = await renderScreen([], { people: [baby] });
  await fillIn();
  await userEvent.selectOptions(screen.getByLabelText("Already in the album?"), "Nana");
  await invite();
  await screen.findByLabelText("Link");
  expect(api.calls.find(({ method }) => method === "POST")?.body).toMatchObject({ memberId: "person-1" });
});

test("open invitations are listed with invitee and role", async () => {
  await renderScreen([waiting, { ...waiting, id: "2", email: "old@example.org", isExpired: true }]);
  const list = within(screen.getByRole("region", { name: "Open invitations" }));
  expect(list.getByText("ben@example.org")).toBeVisible();
  expect(list.getAllByText("Administrator")).toHaveLength(2);
  expect(list.getByText("Expired")).toBeVisible();
});

test("the plan's remaining places count accounts and open invitations", async () => {
  await renderScreen([waiting, { ...waiting, id: "2", email: "old@example.org", isExpired: true }]);
  expect(screen.getByRole("heading", { name: "3 places left" })).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "3 of 6 places used" })).toBeVisible();
});

test("a full plan shows no form, and says what to do", async () => {
  await renderScreen([waiting], { places: { planName: "Free plan", limit: 3, accounts: 2 } });
  expect(screen.getByRole("heading", { name: "No places left" })).toBeVisible();
  expect(screen.queryByLabelText("Username")).not.toBeInTheDocument();
  expect(screen.getByText(/Your plan is full/)).toBeVisible();
});

test("sending again shows the new link", async () => {
  const { api } = await renderScreen([waiting]);
  api.on("POST /api/invitations/invitation-1/resend", { json: { ...link, id: "invitation-1" } });
  await userEvent.click(screen.getByRole("button", { name: "Send again to ben@example.org" }));
  expect(
    await screen.findByRole("heading", { name: "The invitation for ben@example.org is ready" }),
  ).toBeVisible();
  expect(screen.getByLabelText("Link")).toHaveValue(link.url);
});

test("invitees are listed by the family's name for them, else by the address; never by the username", async () => {
  await renderScreen([
    waiting,
    { ...waiting, id: "2", username: "grandma.rose", email: "rose@example.org", personName: "Nana" },
  ]);
  const list = screen.getByRole("region", { name: "Open invitations" });
  expect(within(list).getByText("Nana")).toBeVisible();
  expect(within(list).getByText("rose@example.org")).toBeVisible();
  expect(within(list).getByRole("button", { name: "Send again to Nana" })).toBeVisible();
  expect(list).not.toHaveTextContent(/uncle\.ben|grandma\.rose/);
});

test("cancelling asks for confirmation", async () => {
  const { api, listed } = await renderScreen([waiting]);
  api.on("DELETE /api/invitations/invitation-1", { status: 204 });
  await userEvent.click(screen.getByRole("button", { name: "Cancel invitation for ben@example.org" }));
  const dialog = await screen.findByRole("alertdialog", {
    name: "Cancel the invitation for ben@example.org?",
  });
  expect(api.made("DELETE")).toEqual([]);
  listed.json = [];
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel invitation" }));
  expect(await screen.findByText(/No open invitations/)).toBeVisible();
});

describe("a link that is shown only now", () => {
  const rose = { ...waiting, id: "invitation-1", email: "rose@example.org" };
  const mine = { ...waiting, id: link.id, email: "rose@example.org" };

  async function cancel(at: number) {
    const buttons = screen.getAllByRole("button", { name: "Cancel invitation for rose@example.org" });
    await userEvent.click(buttons[at] as HTMLElement);
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel invitation" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  }

  test("stays when another invitation is cancelled, and goes with its own", async () => {
    const { api, listed } = await renderScreen([rose]);
    api.on("DELETE /api/invitations/invitation-1", { status: 204 });
    api.on("DELETE /api/invitations/invitation-2", { status: 204 });
    await fillIn();
    listed.json = [rose, mine];
    await invite();
    await screen.findByLabelText("Link");
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: /^Cancel invitation/ })).toHaveLength(2),
    );
    listed.json = [mine];
    await cancel(0);
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: /^Cancel invitation/ })).toHaveLength(1),
    );
    expect(screen.getByLabelText("Link")).toHaveValue(link.url);
    listed.json = [];
    await cancel(0);
    await waitFor(() => expect(screen.queryByLabelText("Link")).not.toBeInTheDocument());
    expect(api.made("DELETE")).toEqual([
      "DELETE /api/invitations/invitation-1",
      "DELETE /api/invitations/invitation-2",
    ]);
  });

  test("leaves a half-typed invitation as it was, and an invitation sent leaves an empty form", async () => {
    const { api } = await renderScreen([waiting]);
    api.on("POST /api/invitations/invitation-1/resend", { json: { ...link, id: "invitation-1" } });
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "Send again to ben@example.org" }));
    await screen.findByLabelText("Link");
    expect(screen.getByLabelText("Username").closest("section")).toHaveClass("hidden");
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.getByLabelText("Username")).toHaveValue("Grandma.Rose");
    expect(screen.getByLabelText("Email")).toHaveValue("rose@example.org");
    await invite();
    await screen.findByRole("heading", { name: "The invitation for rose@example.org is ready" });
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.getByLabelText("Username")).toHaveValue("");
  });
});
