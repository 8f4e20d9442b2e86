import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ChildAccountScreen } from "@/components/family/children/child-account-screen";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const baby = {
  id: "person-1",
  name: "Ifeoma",
  nickname: "Bean",
  displayName: "Bean",
  birthDate: "2018-05-04",
  userId: null,
};

function renderScreen(accounts = 1) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("POST /api/child-accounts", {
      status: 201,
      json: {
        id: "user-2",
        username: "ife",
        displayName: "Bean",
        birthDate: "2018-05-04",
        memberId: "person-1",
      },
    })
    .install();
  const places = { planName: "Free plan", limit: 3, accounts };
  const view = renderPage(<ChildAccountScreen people={[baby]} places={places} invited={0} />);
  return { api, ...view };
}
const create = () => userEvent.click(screen.getByRole("button", { name: "Create Child Account" }));

test("choosing the baby fills in what the album knows, and creates the account for it", async () => {
  const { api, router } = renderScreen();
  await userEvent.selectOptions(screen.getByLabelText("Already in the album?"), "Bean");
  expect(screen.getByLabelText("Name")).toHaveValue("Bean");
  expect(screen.getByLabelText("Date of birth")).toHaveValue("2018-05-04");
  await userEvent.type(screen.getByLabelText("Username"), "Ife");
  await userEvent.type(screen.getByLabelText("Password"), "kitten-basket");
  await create();
  expect(await screen.findByRole("heading", { name: "Bean's account is ready" })).toHaveFocus();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
    username: "ife",
    password: "kitten-basket",
    displayName: "Bean",
    birthDate: "2018-05-04",
    memberId: "person-1",
    neverRecognize: false,
  });
  expect(router.refresh).toHaveBeenCalled();
});

test("missing input shows an error at its field and nothing is sent", async () => {
  const { api } = renderScreen();
  await create();
  expect(await screen.findByText("Name is required")).toBeVisible();
  expect(screen.getByText("Date of birth is required")).toBeVisible();
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(api.made("POST")).toEqual([]);
});

test("a taken username shows an error at its field", async () => {
  const { api } = renderScreen();
  const message = "This username is taken. Please choose another.";
  api.on("POST /api/child-accounts", {
    status: 409,
    json: { error: message, message, code: "username_taken", field: "username" },
  });
  await userEvent.selectOptions(screen.getByLabelText("Already in the album?"), "Bean");
  await userEvent.type(screen.getByLabelText("Username"), "ife");
  await userEvent.type(screen.getByLabelText("Password"), "kitten-basket");
  await create();
  await waitFor(() => expect(screen.getByLabelText("Username")).toHaveFocus());
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(new RegExp(message));
});

test("a full plan shows no form", async () => {
  const { api } = renderScreen(3);
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  expect(screen.queryByLabelText("Username")).not.toBeInTheDocument();
  expect(screen.getByText(/Your plan is full/)).toBeVisible();
});
