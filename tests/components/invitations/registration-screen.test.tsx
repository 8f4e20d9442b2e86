import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RegistrationScreen } from "@/components/family/invitations/registration-screen";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { OpenedInvitationDto } from "@/lib/family/invitations/schema";
import { type ApiReply, FakeApi } from "@/tests/support/fake-api";
import { tabChannel, withOtherTabs } from "@/tests/support/other-tabs";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

withOtherTabs();

const invitation: OpenedInvitationDto = {
  username: "grandma.rose",
  email: "rose@example.org",
  isAdmin: false,
  familyName: "The Okafors",
  invitedBy: "Ada",
  hasAccount: false,
  hasWelcomeImage: false,
  expiresAt: "2026-11-28T00:00:00.000Z",
};
const validatePath = "GET /api/invitations/the-code/validate";
const refusal = (status: number, message: string, field?: string): ApiReply => ({
  status,
  json: { error: message, message, code: "refused", ...(field ? { field } : {}) },
});

interface Options {
  code?: string;
  opened?: ApiReply | (() => ApiReply);
  user?: UserDto | null;
}

function renderScreen({ code = "the-code", opened = { json: invitation }, user = null }: Options = {}) {
  const api = new FakeApi()
    .on(validatePath, opened)
    .on("GET /api/auth/me", user ? { json: user } : { status: 401, json: {} })
    .install();
  const onSignedIn = jest.fn();
  const { unmount } = renderPage(<RegistrationScreen code={code} onSignedIn={onSignedIn} />, { user });
  return { api, onSignedIn, unmount };
}

const heading = (name: string) => screen.findByRole("heading", { name });
const typeIn = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const complete = () => userEvent.click(screen.getByRole("button", { name: "Complete Registration" }));

async function fillIn(password = "kitten-basket", confirmation = password) {
  await heading("Join The Okafors");
  await typeIn("Password", password);
  await typeIn("Confirm password", confirmation);
}

describe("the family's welcome photo", () => {
  const picture = () => screen.queryByRole("img", { name: "Welcome to The Okafors" });

  test("is shown above the invitation, requested with its code", async () => {
    renderScreen({ opened: { json: { ...invitation, hasWelcomeImage: true } } });
    await heading("Join The Okafors");
    expect(picture()).toHaveAttribute("src", "/api/invitations/the-code/welcome-image");
  });

  test("is omitted if there is none, or if it can't be loaded", async () => {
    const { unmount } = renderScreen();
    await heading("Join The Okafors");
    expect(picture()).not.toBeInTheDocument();
    unmount();
    renderScreen({ opened: { json: { ...invitation, hasWelcomeImage: true } } });
    await heading("Join The Okafors");
    fireEvent.error(picture() as HTMLElement);
    expect(picture()).not.toBeInTheDocument();
  });
});

describe("while and after validating", () => {
  test("it says that it is validating", async () => {
    renderScreen();
    expect(screen.getByRole("status")).toHaveTextContent("Validating your invitation...");
    await heading("Join The Okafors");
  });

  test("without a code the link is invalid, and nothing is requested", async () => {
    const { api } = renderScreen({ code: " " });
    await heading("Invitation Error");
    expect(screen.getByRole("alert")).toHaveTextContent("Invalid invitation link");
    expect(api.made("GET /api/invitations")).toEqual([]);
  });

  test("a refused invitation shows the server's message, a likely reason, and the way home", async () => {
    renderScreen({ opened: refusal(404, "Invalid or expired invitation") });
    await heading("Invitation Error");
    expect(screen.getByRole("alert")).toHaveTextContent("Invalid or expired invitation");
    expect(screen.getByText(/may be invalid or expired\. Please contact your administrator/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Return to Home" })).toHaveAttribute("href", "/");
    expect(screen.queryByRole("button", { name: "Try Again" })).not.toBeInTheDocument();
  });

  test("a check without an answer fails, and can be retried", async () => {
    let isBroken = true;
    renderScreen({
      opened: () => {
        if (isBroken) throw new TypeError("Failed to fetch");
        return { json: invitation };
      },
    });
    await heading("Invitation Error");
    expect(screen.getByRole("alert")).toHaveTextContent("Failed to validate invitation");
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await heading("Join The Okafors");
  });

  test("an invitation shows who it is for", async () => {
    renderScreen();
    await heading("Join The Okafors");
    expect(screen.getByText("grandma.rose")).toBeVisible();
    expect(screen.getByText("rose@example.org")).toBeVisible();
    expect(screen.queryByText("Access Level: Administrator")).not.toBeInTheDocument();
  });

  test("an invitation for an admin shows Access Level: Administrator", async () => {
    renderScreen({ opened: { json: { ...invitation, isAdmin: true } } });
    expect(await screen.findByText("Access Level: Administrator")).toBeVisible();
  });
});

describe("the form", () => {
  test("requires at least 6 characters, in the confirmation too", async () => {
    const { api } = renderScreen();
    await fillIn("12345");
    await complete();
    await waitFor(() =>
      expect(screen.getAllByText("Password must be at least 6 characters")).toHaveLength(2),
    );
    expect(api.made("POST")).toEqual([]);
  });

  test("says that passwords do not match", async () => {
    const { api } = renderScreen();
    await fillIn("kitten-basket", "kitten-baskets");
    await complete();
    expect(await screen.findByText("Passwords do not match")).toBeVisible();
    expect(api.made("POST")).toEqual([]);
  });

  test("sends the password and no phone", async () => {
    const { api } = renderScreen();
    api.on("POST /api/register/the-code", { status: 201, json: {} });
    await fillIn();
    await complete();
    await heading("Registration Complete!");
    expect(api.calls.find(({ method }) => method === "POST")).toMatchObject({
      path: "/api/register/the-code",
      body: { password: "kitten-basket", phoneNumber: null },
    });
  });

  test("sends the phone as one string with its country", async () => {
    const { api } = renderScreen();
    api.on("POST /api/register/the-code", { status: 201, json: {} });
    await fillIn();
    await typeIn("Phone number (optional)", "07700 900123");
    await complete();
    await heading("Registration Complete!");
    expect(api.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      phoneNumber: "+447700900123",
    });
  });

  test("a refusal shows 'Registration failed' with the message, and nothing typed is lost", async () => {
    const message = "This password is among the most common ones.";
    const { api } = renderScreen();
    api.on("POST /api/register/the-code", refusal(400, message, "password"));
    await fillIn();
    await complete();
    expect(await screen.findByText("Registration failed")).toBeVisible();
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(new RegExp(message));
    expect(screen.getByLabelText("Password")).toHaveValue("kitten-basket");
  });

  test("without an answer the toast shows 'Failed to complete registration'", async () => {
    const { api } = renderScreen();
    api.on("POST /api/register/the-code", () => {
      throw new TypeError("Failed to fetch");
    });
    await fillIn();
    await complete();
    expect(await screen.findByText("Registration failed")).toBeVisible();
    expect(screen.getByText("Failed to complete registration")).toBeVisible();
  });
});

describe("after registering", () => {
  async function registered(login: ApiReply) {
    let answer = () => {};
    const { api, onSignedIn } = renderScreen();
    api.on("POST /api/auth/login", login).on("POST /api/register/the-code", async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { status: 201, json: {} };
    });
    await fillIn();
    await complete();
    await waitFor(() => expect(api.made("POST")).toHaveLength(1));
    // Only from here on, since the two seconds begin with the answer.
    jest.useFakeTimers();
    await act(async () => answer());
    expect(screen.getByRole("heading", { name: "Registration Complete!" })).toBeVisible();
    return { api, onSignedIn };
  }
  afterEach(() => jest.useRealTimers());

  test("it signs in two seconds later with the invitation's name and the new password, and goes home", async () => {
    const { api, onSignedIn } = await registered({ json: userDto({ username: "grandma.rose" }) });
    await act(() => jest.advanceTimersByTimeAsync(1900));
    expect(api.made("POST /api/auth/login")).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(onSignedIn).toHaveBeenCalledWith("/");
    expect(api.calls.find(({ path }) => path === "/api/auth/login")?.body).toEqual({
      usernameOrEmail: "grandma.rose",
      password: "kitten-basket",
    });
  });

  test("if that sign-in fails nothing further happens", async () => {
    const { api, onSignedIn } = await registered(refusal(401, "Invalid username or password"));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(api.made("POST /api/auth/login")).toHaveLength(1);
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(screen.getByRole("heading", { name: "Registration Complete!" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  });
});

describe("someone with an account", () => {
  const known = { json: { ...invitation, hasAccount: true } };

  test("is asked to sign in first, and comes back here", async () => {
    renderScreen({ opened: known });
    await heading("Join The Okafors");
    expect(screen.getByRole("link", { name: "Sign In" })).toHaveAttribute(
      "href",
      "/login?next=%2Fregister%2Fthe-code",
    );
    expect(screen.queryByLabelText("Password")).not.toBeInTheDocument();
  });

  test("joins with one press if signed in", async () => {
    const user = userDto({ username: "rose", email: "rose@example.org" });
    const { api, onSignedIn } = renderScreen({ opened: known, user });
    api.on("POST /api/register/the-code/accept", { json: user });
    await userEvent.click(await screen.findByRole("button", { name: "Join The Okafors" }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/"));
    expect(api.made("POST")).toEqual(["POST /api/register/the-code/accept"]);
  });

  test("tells the browser's other tabs, whose uploads are for another family", async () => {
    const user = userDto({ username: "rose", email: "rose@example.org" });
    const { api, onSignedIn } = renderScreen({ opened: known, user });
    api.on("POST /api/register/the-code/accept", { json: user });
    await userEvent.click(await screen.findByRole("button", { name: "Join The Okafors" }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(tabChannel.postMessage.mock.calls).toEqual([["family-switched"]]);
  });

  test("sees why if the plan has no place left", async () => {
    const user = userDto({ username: "rose", email: "rose@example.org" });
    const { api, onSignedIn } = renderScreen({ opened: known, user });
    api.on(
      "POST /api/register/the-code/accept",
      refusal(422, "The family's Free plan has room for 3 people."),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Join The Okafors" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("room for 3 people");
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  test("signed in as someone else is told so, and can't join by mistake", async () => {
    renderScreen({ user: userDto({ username: "ada" }) });
    await heading("This invitation is for someone else");
    expect(screen.getByText("rose@example.org")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to my album" })).toHaveAttribute("href", "/");
    expect(screen.getByRole("button", { name: "Sign out and use the invitation" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /Join/ })).not.toBeInTheDocument();
  });
});
