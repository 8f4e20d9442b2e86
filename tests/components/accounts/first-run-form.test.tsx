import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FirstRunForm } from "@/components/account/first-run/first-run-form";
import { type FakeAnswer, fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const nobody: FakeAnswer = { status: 401, json: { error: "Please sign in" } };
const field = (label: string) => screen.getByLabelText(label);
const submit = () => userEvent.click(screen.getByRole("button", { name: "Set up your album" }));

async function renderForm(answer: FakeAnswer) {
  const goTo = jest.fn();
  const calls = fakeFetch(nobody, answer);
  const { container } = renderInSession(<FirstRunForm goTo={goTo} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  return { calls, goTo, container };
}

async function fillIn() {
  await userEvent.type(field("Album name"), "The Okafors");
  await userEvent.type(field("Username"), "ada");
  await userEvent.type(field("Email"), "ada@example.org");
  await userEvent.type(field("Password"), "kitten-basket");
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  window.location.hash = "";
});

test("the code comes from the address, and the owner continues to setting up the album", async () => {
  window.location.hash = "#code=K7QM-2F9D-XW4T";
  const { calls, goTo, container } = await renderForm({ status: 201, json: userDto() });
  expect(field("Setup code")).toHaveValue("K7QM-2F9D-XW4T");
  expect((await axe(container)).violations).toEqual([]);
  await fillIn();
  await submit();
  await waitFor(() => expect(goTo).toHaveBeenCalledWith("/setup"));
  expect(calls[1]).toMatchObject({
    path: "/api/setup/owner",
    body: { code: "K7QM-2F9D-XW4T", familyName: "The Okafors", username: "ada", email: "ada@example.org" },
  });
});

test("the printed address works where the page is already open", async () => {
  await renderForm({});
  expect(field("Setup code")).toHaveValue("");
  window.location.hash = "#code=K7QM-2F9D-XW4T";
  await waitFor(() => expect(field("Setup code")).toHaveValue("K7QM-2F9D-XW4T"));
});

test("without a code nothing is sent, and the field shows an error", async () => {
  const { calls } = await renderForm({});
  await fillIn();
  await submit();
  expect(await screen.findByText("The setup code is required")).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a wrong code shows an error at its field, and nothing typed is lost", async () => {
  const message = "That isn't the setup code.";
  const answer = { status: 400, json: { error: message, message, code: "bad_input", field: "code" } };
  const { goTo } = await renderForm(answer);
  await userEvent.type(field("Setup code"), "0000");
  await fillIn();
  await submit();
  await waitFor(() => expect(field("Setup code")).toHaveAccessibleDescription(/That isn't the setup code/));
  expect(field("Setup code")).toHaveFocus();
  expect(field("Album name")).toHaveValue("The Okafors");
  expect(goTo).not.toHaveBeenCalled();
});

test("a second person is told that the album has an owner", async () => {
  const message = "Someone has set up this album already. Please sign in, or ask them to invite you.";
  await renderForm({ status: 404, json: { message, code: "not_found" } });
  await userEvent.type(field("Setup code"), "K7QM2F9DXW4T");
  await fillIn();
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
});
