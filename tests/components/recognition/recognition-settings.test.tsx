import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { RecognitionSettings } from "@/components/faces/recognition/recognition-settings";
import { removeToast } from "@/components/ui/toast";
import type { RecognitionDto } from "@/lib/faces/recognition/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { recognitionOff } from "@/tests/support/recognition-state";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const on: RecognitionDto = {
  ...recognitionOff,
  faces: true,
  picturesLeft: 1240,
  facesCount: 86,
  groupsToName: 3,
};

/** A server with the settings `recognition`, and `next` after a change. */
function renderCard(recognition: RecognitionDto, canChange = true, next = recognition) {
  let now = recognition;
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/recognition", () => ({ json: now }))
    .on("PUT /api/recognition", () => {
      now = next;
      return { json: now };
    })
    .install();
  const page = renderPage(<RecognitionSettings canChange={canChange} />, {
    user: userDto(),
    address: "/settings",
  });
  return { api, ...page };
}

const bodies = (api: FakeApi) => api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);

afterEach(() => act(() => removeToast()));

test("an admin sees what face recognition means before it starts", async () => {
  const { api } = renderCard(recognitionOff, true, on);
  const faces = await screen.findByRole("switch", { name: "Faces" });
  expect(faces).not.toBeChecked();
  await userEvent.click(faces);
  const question = await screen.findByRole("alertdialog", { name: /Look for faces/ });
  expect(question).toHaveTextContent(/never leaves your family and you can erase it at any time/);
  expect(bodies(api)).toEqual([]);
  await userEvent.click(within(question).getByRole("button", { name: "Look for faces" }));
  await waitFor(() => expect(bodies(api)).toEqual([{ faces: true }]));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Faces" })).toBeChecked());
  // For a moment the toast is a status too.
  const statuses = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(statuses).toContainEqual(expect.stringContaining("1,240 photos left to look at"));
  expect(screen.getByRole("link", { name: "3 people to name" })).toHaveAttribute("href", "/people");
});

test("saying no to the question leaves everything as it is", async () => {
  const { api } = renderCard(recognitionOff);
  await userEvent.click(await screen.findByRole("switch", { name: "Faces" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("switch", { name: "Faces" })).not.toBeChecked();
  expect(bodies(api)).toEqual([]);
});

test("one button erases all faces, stating how many and that it can't be undone", async () => {
  const { api } = renderCard(on, true, recognitionOff);
  await userEvent.click(await screen.findByRole("button", { name: "Erase all faces" }));
  const question = await screen.findByRole("alertdialog", { name: "Erase all faces?" });
  expect(question).toHaveTextContent(/All 86 faces/);
  expect(question).toHaveTextContent(/can't be undone/);
  await userEvent.click(within(question).getByRole("button", { name: "Erase all faces" }));
  await waitFor(() => expect(bodies(api)).toEqual([{ faces: false }]));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Faces" })).not.toBeChecked());
  expect(screen.queryByRole("button", { name: "Erase all faces" })).not.toBeInTheDocument();
});

test("things are switched immediately; a failure says so and changes nothing", async () => {
  const { api } = renderCard(recognitionOff);
  api.on("PUT /api/recognition", {
    status: 503,
    json: { message: "This album doesn't analyse photos." },
  });
  const things = await screen.findByRole("switch", { name: "Things" });
  await userEvent.click(things);
  expect(await screen.findByText("This album doesn't analyse photos.")).toBeVisible();
  expect(things).not.toBeChecked();
});

test("the last of two quick presses on things counts", async () => {
  const { api } = renderCard(recognitionOff);
  api.on("PUT /api/recognition", async ({ body }) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { json: { ...recognitionOff, ...(body as object) } };
  });
  const things = await screen.findByRole("switch", { name: "Things" });
  await userEvent.click(things);
  await userEvent.click(things);
  await waitFor(() => expect(bodies(api)).toEqual([{ labels: true }, { labels: false }]));
  expect(await screen.findByText("Everything found is erased")).toBeVisible();
  expect(things).not.toBeChecked();
});

test("members see the state as text, and whom to ask", async () => {
  renderCard({ ...on, labels: true, picturesLeft: 0 }, false);
  expect(await screen.findByText(/looks for faces and things/)).toHaveTextContent(/admins can change that/);
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Erase all faces" })).not.toBeInTheDocument();
  expect(screen.getByText(/Every photo has been checked/)).toBeVisible();
});

test("a server that doesn't support it says so, offers no switch, and tells only admins what to set up", async () => {
  const { unmount } = renderCard({ ...recognitionOff, isAvailable: false });
  expect(await screen.findByText(/This album doesn't analyse photos/)).toBeVisible();
  expect(screen.getByText("RECOGNITION")).toBeVisible();
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
  unmount();
  renderCard({ ...recognitionOff, isAvailable: false }, false);
  expect(await screen.findByText(/This album doesn't analyse photos/)).toBeVisible();
  expect(screen.queryByText("RECOGNITION")).not.toBeInTheDocument();
});

test("it has no accessibility violations", async () => {
  const { container } = renderCard(on);
  await screen.findByRole("switch", { name: "Faces" });
  expect((await axe(container)).violations).toEqual([]);
});
