import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { LoginForm } from "@/components/account/accounts/login-form";
import { storeLoginError } from "@/lib/account/accounts/client/login-error";
import { type FakeAnswer, fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const nobody: FakeAnswer = { status: 401, json: { error: "Please sign in" } };
const name = () => screen.getByRole("textbox", { name: "Username or email" });
const password = () => screen.getByLabelText("Password");
const submit = () => userEvent.click(screen.getByRole("button", { name: "Sign In with Love" }));

async function renderLogin(answer: FakeAnswer = {}, next: string | null = null) {
  const onSignedIn = jest.fn();
  const calls = fakeFetch(nobody, answer);
  const view = renderInSession(<LoginForm next={next} onSignedIn={onSignedIn} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  return { calls, onSignedIn, ...view };
}

async function signIn() {
  await userEvent.type(name(), " ADA@Example.org ");
  await userEvent.type(password(), "Kitten-Basket");
  await submit();
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

test("both fields are required, and the first invalid one gets the focus", async () => {
  const { calls } = await renderLogin();
  await submit();
  expect(name()).toHaveAccessibleDescription("Username or email is required");
  expect(password()).toHaveAccessibleDescription("Password is required");
  expect(name()).toHaveFocus();
  expect(calls).toHaveLength(1);
});

test("the name is lowercased as typed and trimmed before sending; the password stays as it is", async () => {
  const { calls } = await renderLogin({ json: userDto() });
  await userEvent.type(name(), " ADA ");
  expect(name()).toHaveValue(" ada ");
  await userEvent.type(password(), " Secret ");
  await submit();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject({
    path: "/api/auth/login",
    body: { usernameOrEmail: "ada", password: " Secret " },
  });
});

test.each([
  ["the user", userDto(), "/search?q=a", "/search?q=a"],
  ["an object with a user field", { user: userDto() }, null, "/"],
  ["a super admin", userDto({ isSuperAdmin: true }), "/search", "/super-admin"],
  ["the user, wishing to leave the site", userDto(), "//evil.example", "/"],
])("an answer that is %s lets the person in", async (_, json, next, destination) => {
  const { onSignedIn } = await renderLogin({ json }, next);
  await signIn();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(destination));
  expect(screen.getByRole("button", { name: "Signing in..." })).toBeVisible();
});

test.each<[FakeAnswer, string]>([
  [{ json: {} }, "Invalid username or password. Please try again."],
  [{ status: 401, json: { error: "Too many tries" } }, "Too many tries"],
  [{ status: 401, json: {} }, "Invalid credentials"],
  [{ status: 502, statusText: "Bad Gateway", text: "<html>" }, "Login failed (502: Bad Gateway)"],
  [new Error("Failed to fetch"), "Failed to fetch"],
  [new Error(""), "Login failed. Please try again."],
])("the answer %j is shown as %j and keeps what was typed", async (answer, message) => {
  const { onSignedIn } = await renderLogin(answer);
  await signIn();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(name()).toHaveValue(" ada@example.org ");
  expect(password()).toHaveValue("Kitten-Basket");
  expect(onSignedIn).not.toHaveBeenCalled();
});

describe("the saved error", () => {
  beforeEach(() => jest.useFakeTimers());

  async function renderAfter(ageMs: number) {
    storeLoginError("Too many tries", Date.now() - ageMs);
    fakeFetch(nobody);
    renderInSession(<LoginForm next={null} onSignedIn={() => {}} />);
    await act(() => jest.advanceTimersByTimeAsync(99));
  }

  test("comes back 100 ms after the load", async () => {
    await renderAfter(29_000);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole("alert")).toHaveTextContent("Too many tries");
  });

  test("disappears after 30 seconds", async () => {
    await renderAfter(30_001);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(localStorage.getItem("loginError")).toBeNull();
  });
});

test("a new attempt clears the saved error", async () => {
  storeLoginError("Too many tries");
  await renderLogin({ json: userDto() });
  expect(await screen.findByRole("alert")).toHaveTextContent("Too many tries");
  await signIn();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(localStorage.getItem("loginError")).toBeNull();
});

test("links to the forgotten password and to a new account, and has no accessibility faults", async () => {
  const { container } = await renderLogin();
  expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
  expect(screen.getByRole("link", { name: "Create Account" })).toHaveAttribute("href", "/create-account");
  expect((await axe(container)).violations).toEqual([]);
});
