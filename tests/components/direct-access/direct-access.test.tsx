import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DirectAccessScreen } from "@/components/family/direct-access/direct-access-screen";
import { DirectSignIn } from "@/components/family/direct-access/direct-sign-in";
import { isSignOutPending } from "@/lib/account/accounts/client/client-session";
import { expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const rose = { userId: "user-2", username: "grandma.rose", displayName: "Rose", isChild: false };
const url = "https://album.test/login?direct=token";

function renderScreen(chosen: typeof rose | "refused" | null = null) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("POST /api/direct-access", { status: 201, json: { url, expiresAt: "2026-11-21T00:15:00.000Z" } })
    .install();
  renderPage(
    <DirectAccessScreen appName="Keepsake" familyName="The Okafors" people={[rose]} chosen={chosen} />,
  );
  return api;
}

describe("making a link", () => {
  afterEach(() => jest.useRealTimers());

  test("shows it to copy, to share and as a QR code, with the time left until it expires", async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const api = renderScreen();
    await user.click(screen.getByRole("button", { name: "Create a link for Rose" }));
    expect(await screen.findByRole("heading", { name: "The link for Rose is ready" })).toHaveFocus();
    expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ userId: "user-2" });
    expect(screen.getByLabelText("Link")).toHaveValue(url);
    expect(screen.getByRole("img", { name: "QR code that signs in as Rose" })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByRole("timer")).toHaveTextContent(/^1[34]:\d\d$/);
    await act(() => jest.advanceTimersByTimeAsync(15 * 60_000));
    expect(screen.getByRole("heading", { name: "The link has expired" })).toBeVisible();
    expect(screen.queryByLabelText("Link")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Create a new link" }));
    expect(await screen.findByRole("heading", { name: "The link for Rose is ready" })).toBeVisible();
  });

  test("the person chosen on the previous page is one press away", async () => {
    const api = renderScreen(rose);
    expect(screen.getByRole("button", { name: "Create link" })).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Create link" }));
    expect(await screen.findByRole("heading", { name: "The link for Rose is ready" })).toBeVisible();
    expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ userId: "user-2" });
    expect(screen.queryByRole("heading", { name: "A link for Rose?" })).not.toBeInTheDocument();
  });

  test("someone the server always refuses is not preselected, and the page says so", async () => {
    await act(async () => void renderScreen("refused"));
    expect(screen.getByText(/You can't make a link for this person/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Create link" })).not.toBeInTheDocument();
  });

  test("that is refused says why", async () => {
    const api = renderScreen();
    const message = "This account has access to more than your family's album.";
    api.on("POST /api/direct-access", { status: 403, json: { error: message, message, code: "forbidden" } });
    await userEvent.click(screen.getByRole("button", { name: "Create a link for Rose" }));
    expect(await screen.findByText("The link could not be created")).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
  });
});

describe("opening a link", () => {
  const person = { displayName: "Rose", username: "grandma.rose", familyName: "The Okafors" };

  function open(user = userDto(), isSignedIn = false) {
    const api = new FakeApi()
      .on("GET /api/auth/me", isSignedIn ? { json: user } : { status: 401, json: {} })
      .on("POST /api/auth/logout", { json: {} })
      .on("POST /api/direct-access/redeem", { json: userDto({ username: "grandma.rose" }) })
      .install();
    const onSignedIn = jest.fn();
    renderPage(<DirectSignIn token="token" person={person} onSignedIn={onSignedIn} />, {
      user: isSignedIn ? user : null,
    });
    return { api, onSignedIn };
  }
  const press = () => userEvent.click(screen.getByRole("button", { name: "Sign in as Rose" }));

  test("uses up nothing until a press, which signs in and goes home", async () => {
    const { api, onSignedIn } = open();
    await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
    expect(api.made("POST")).toEqual([]);
    await press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/"));
    expect(api.calls.find(({ method }) => method === "POST")).toMatchObject({
      path: "/api/direct-access/redeem",
      body: { token: "token" },
    });
  });

  test("a used one says so and offers signing in with a password", async () => {
    const { api, onSignedIn } = open();
    const message = "This link has been used or has expired. Please ask for a new one.";
    api.on("POST /api/direct-access/redeem", { status: 404, json: { error: message, message } });
    await press();
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByRole("link", { name: "Sign in with a password" })).toHaveAttribute("href", "/login");
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  test("on a signed-in device says whose session ends, and ends it first", async () => {
    const { api, onSignedIn } = open(userDto({ username: "ada" }), true);
    expect(screen.getByText(/This device is signed in as ada\. Continuing signs them out/)).toBeVisible();
    await press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/"));
    expect(api.made("POST")).toEqual(["POST /api/auth/logout", "POST /api/direct-access/redeem"]);
  });

  test("isn't used up while the session on the device can't be ended", async () => {
    const { api, onSignedIn } = open(userDto({ username: "ada" }), true);
    expectConsoleError(/Sign-out failed with status 503/);
    api.on("POST /api/auth/logout", { status: 503, json: {} });
    await press();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "ada could not be signed out. Please try again.",
    );
    expect(api.made("POST")).toEqual(["POST /api/auth/logout"]);
    api.on("POST /api/auth/logout", { json: {} });
    await press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/"));
    expect(isSignOutPending()).toBe(false);
  });
});
