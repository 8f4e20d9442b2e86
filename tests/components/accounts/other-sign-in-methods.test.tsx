import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { LoginForm, type LoginFormProps } from "@/components/account/accounts/login-form";
import { FakeApi } from "@/tests/support/fake-api";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const school = { id: "oidc" as const, name: "Village School" };

async function renderLogin(props: Partial<LoginFormProps> = {}) {
  const onSignedIn = jest.fn();
  const api = new FakeApi().on("GET /api/auth/me", { status: 401, json: { error: "x" } }).install();
  const view = renderInSession(<LoginForm next={null} onSignedIn={onSignedIn} {...props} />);
  // Let the session check finish, so that nothing changes on its own afterwards.
  await act(async () => {});
  await waitFor(() => expect(api.calls).toHaveLength(1));
  return { api, onSignedIn, ...view };
}

async function typeNameAndPassword() {
  await userEvent.type(screen.getByRole("textbox", { name: "Username or email" }), "ada");
  await userEvent.type(screen.getByLabelText("Password"), "Kitten-Basket");
  await userEvent.click(screen.getByRole("button", { name: "Sign In with Love" }));
}

const needsCode = { status: 401, json: { error: "Please enter the code", code: "second_factor_required" } };

beforeEach(() => localStorage.clear());
afterEach(() => {
  Reflect.deleteProperty(window, "PublicKeyCredential");
});

test("'Continue with' appears for configured providers and leads back to the requested page", async () => {
  const { container } = await renderLogin({ identityProviders: [school], next: "/search?q=sea" });
  expect(screen.getByRole("link", { name: "Continue with Village School" })).toHaveAttribute(
    "href",
    "/api/auth/oidc?next=%2Fsearch%3Fq%3Dsea",
  );
  expect((await axe(container)).violations).toEqual([]);
});

test("without a provider or passkeys neither appears", async () => {
  await renderLogin();
  expect(screen.queryByText(/Continue with/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).not.toBeInTheDocument();
});

test("a browser that supports passkeys offers them", async () => {
  Object.assign(window, { PublicKeyCredential: class {} });
  await renderLogin();
  expect(screen.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
});

test("the outcome of a sign-in elsewhere is shown", async () => {
  await renderLogin({ notice: "You didn't finish signing in at Village School" });
  expect(screen.getByRole("alert")).toHaveTextContent("You didn't finish signing in at Village School");
});

test("after the right password the code is requested, focused and sent along", async () => {
  const { api, onSignedIn, container } = await renderLogin({ next: "/favorites" });
  api.on("POST /api/auth/login", ({ body }) =>
    (body as { code?: string }).code === "123456" ? { json: userDto() } : needsCode,
  );
  await typeNameAndPassword();
  const code = await screen.findByLabelText("Code");
  expect(code).toHaveFocus();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(localStorage.getItem("loginError")).toBeNull();
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.type(code, "123456{Enter}");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/favorites"));
  expect(api.calls.at(-1)?.body).toEqual({
    usernameOrEmail: "ada",
    password: "Kitten-Basket",
    code: "123456",
  });
});

test("a wrong code shows an error at its field and stays", async () => {
  const { api, onSignedIn } = await renderLogin();
  api.on("POST /api/auth/login", ({ body }) =>
    (body as { code?: string }).code
      ? { status: 401, json: { error: "That code is wrong", code: "wrong_code" } }
      : needsCode,
  );
  await typeNameAndPassword();
  const code = await screen.findByLabelText("Code");
  await userEvent.click(screen.getByRole("button", { name: "Sign In with Love" }));
  expect(code).toHaveAccessibleDescription(/Please enter the code/);
  await userEvent.type(code, "000000{Enter}");
  await waitFor(() => expect(code).toHaveAccessibleDescription(/That code is wrong/));
  expect(code).toHaveValue("000000");
  expect(onSignedIn).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Start again" }));
  expect(screen.getByRole("textbox", { name: "Username or email" })).toHaveValue("ada");
});

test("a sign-in elsewhere of an account with an authenticator continues with its code", async () => {
  const { api, onSignedIn } = await renderLogin({ awaitsCode: true });
  api.on("POST /api/auth/identity-providers/second-factor", { json: userDto() });
  await userEvent.type(screen.getByLabelText("Code"), "123456{Enter}");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/"));
  expect(api.calls.at(-1)?.body).toEqual({ code: "123456" });
});
