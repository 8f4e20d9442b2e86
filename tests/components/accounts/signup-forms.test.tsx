import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CreateAccountForm } from "@/components/account/accounts/create-account-form";
import { OrganizationSignupForm } from "@/components/account/accounts/organization-signup-form";
import { type FakeAnswer, fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const nobody: FakeAnswer = { status: 401, json: { error: "Please sign in" } };
const submit = () => userEvent.click(screen.getByRole("button", { name: "Create your family" }));
const field = (label: string) => screen.getByLabelText(label);

async function renderSignup(answer: FakeAnswer) {
  const onSignedIn = jest.fn();
  const calls = fakeFetch(nobody, answer);
  renderInSession(<OrganizationSignupForm onSignedIn={onSignedIn} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  return { calls, onSignedIn };
}

async function fillIn() {
  await userEvent.type(field("Family name"), "The Okafors");
  await userEvent.type(field("Username"), "ada");
  await userEvent.type(field("Email"), "ada@example.org");
  await userEvent.type(field("Password"), "kitten-basket");
}

beforeEach(() => localStorage.clear());

test("a signup sends what was typed and goes home", async () => {
  const { calls, onSignedIn } = await renderSignup({ status: 201, json: userDto() });
  await fillIn();
  await submit();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/"));
  expect(calls[1]).toMatchObject({
    path: "/api/organization/signup",
    body: { familyName: "The Okafors", username: "ada", email: "ada@example.org", password: "kitten-basket" },
  });
});

test("invalid input shows an error at its field and is not sent", async () => {
  const { calls } = await renderSignup({});
  await userEvent.type(field("Email"), "nowhere");
  await userEvent.type(field("Password"), "short");
  await submit();
  expect(await screen.findByText("Family name is required")).toBeVisible();
  expect(field("Email")).toHaveAccessibleDescription("Please enter a valid email address");
  expect(field("Password")).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  expect(calls).toHaveLength(1);
});

test("a field that the server refuses shows an error and takes the focus, and nothing typed is lost", async () => {
  const message = "This username is taken";
  await renderSignup({ status: 409, json: { error: message, message, code: "taken", field: "username" } });
  await fillIn();
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(field("Username")).toHaveAccessibleDescription(/This username is taken/);
  expect(field("Username")).toHaveFocus();
  expect(field("Family name")).toHaveValue("The Okafors");
  expect(field("Password")).toHaveValue("kitten-basket");
});

test("a refusal without a field is shown above the form", async () => {
  await renderSignup({ status: 503, json: { message: "Sign-up is closed" } });
  await fillIn();
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent("Sign-up is closed");
});

test("an account without a family asks for no family name", async () => {
  const onSignedIn = jest.fn();
  const calls = fakeFetch(nobody, { status: 201, json: userDto({ currentFamily: null }) });
  renderInSession(<CreateAccountForm onSignedIn={onSignedIn} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByLabelText("Family name")).not.toBeInTheDocument();
  await userEvent.type(field("Username"), "ben");
  await userEvent.type(field("Email"), "ben@example.org");
  await userEvent.type(field("Password"), "kitten-basket");
  await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/"));
  expect(calls[1]?.path).toBe("/api/create-account");
});
