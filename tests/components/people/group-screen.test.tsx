import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GroupScreen } from "@/components/faces/people/group-screen";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { faceGroupDto, groupPageDto, peoplePageDto, recognitionDto } from "@/tests/support/face-rows";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const ama = faceGroupDto({ id: "ama", name: "Ama", memberId: "person-ama", faceCount: 3 });
const other = faceGroupDto({ id: "other", faceCount: 5, coverFaceId: "face-2" });
/** The name is in a <bdi>, which some treat as a separate word. */
const notAma = /^Not Ama ?\?$/;
let api: FakeApi;

function show(group: FaceGroupDto = ama, untaggedCount = 2) {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/recognition", { json: recognitionDto() })
    .on("GET /api/people", { json: peoplePageDto([other, group]) })
    .on(`GET /api/people/${group.id}`, { json: groupPageDto(group, mediaItems(3), untaggedCount) })
    .on("GET /api/family-members", { json: [] })
    .install();
  return renderPage(<GroupScreen group={group} screenGuess="desktop" />, { address: `/people/${group.id}` });
}

const writes = () => api.calls.filter(({ method }) => method !== "GET");

test("a person's page has their name, their pictures, and the possible actions", async () => {
  const { container } = show();
  expect(screen.getByRole("heading", { level: 1, name: "Ama" })).toBeVisible();
  expect(await screen.findByRole("link", { name: /Picture 1/ })).toHaveAttribute(
    "href",
    "/view-image/item-1",
  );
  expect(screen.getByText("3 photos with this face")).toBeVisible();
  for (const name of ["Tag 2 photos", "Rename", "Same person as…", notAma, "Hide"]) {
    expect(screen.getByRole("button", { name })).toBeVisible();
  }
  expect((await axe(container)).violations).toEqual([]);
});

test("an unnamed face asks who it is, and offers no tags", async () => {
  show(other, 0);
  expect(screen.getByRole("heading", { level: 1, name: "Who is this?" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Say who it is" })).toBeVisible();
  await screen.findByRole("link", { name: /Picture 1/ });
  expect(screen.queryByRole("button", { name: /^Tag/ })).not.toBeInTheDocument();
});

test("all pictures are tagged after a question with their number", async () => {
  show();
  api.on("POST /api/people/ama/tags", { json: { tagged: 2 } });
  await userEvent.click(await screen.findByRole("button", { name: "Tag 2 photos" }));
  const question = await screen.findByRole("alertdialog", { name: "Tag Ama on 2 photos?" });
  expect(writes()).toEqual([]);
  await userEvent.click(within(question).getByRole("button", { name: "Tag 2 photos" }));
  expect(await screen.findByText("Ama is tagged in 2 photos")).toBeVisible();
});

test("two groups are merged, and the page opens the merged one", async () => {
  const { router } = show();
  api.on("POST /api/people/ama/merge", { json: { ...other, name: "Ama", memberId: "person-ama" } });
  await userEvent.click(screen.getByRole("button", { name: "Same person as…" }));
  await userEvent.click(await screen.findByRole("button", { name: "Combine" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please choose who it is.");
  await userEvent.click(screen.getByRole("radio", { name: /Someone.*5 photos/ }));
  await userEvent.click(screen.getByRole("button", { name: "Combine" }));
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/people/other"));
  expect(writes()).toMatchObject([
    { method: "POST", path: "/api/people/ama/merge", body: { intoId: "other" } },
  ]);
});

test("someone else's faces are selected and removed, one call for each", async () => {
  show();
  for (const id of ["item-1", "item-3"]) {
    api.on(`PUT /api/people/faces/face of ${id}`, { json: { faceId: `face of ${id}`, groupId: "new" } });
  }
  await userEvent.click(screen.getByRole("button", { name: notAma }));
  const faces = await screen.findByRole("list", { name: "Faces" });
  await userEvent.click(within(faces).getByRole("button", { name: "Face in Picture 1" }));
  await userEvent.click(within(faces).getByRole("button", { name: "Face in Picture 3" }));
  await userEvent.click(screen.getByRole("button", { name: "Take out 2 faces" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(writes().map(({ path, body }) => [path, body])).toEqual([
    ["/api/people/faces/face of item-1", { groupId: null }],
    ["/api/people/faces/face of item-3", { groupId: null }],
  ]);
});

test("if one of them can't be removed, the rest stays selected", async () => {
  show();
  api.on("PUT /api/people/faces/face of item-1", { json: { faceId: "face of item-1", groupId: "new" } });
  api.on("PUT /api/people/faces/face of item-2", { status: 503, json: { message: "Please wait a moment." } });
  await userEvent.click(screen.getByRole("button", { name: notAma }));
  const faces = await screen.findByRole("list", { name: "Faces" });
  for (const name of ["Face in Picture 1", "Face in Picture 2"]) {
    await userEvent.click(within(faces).getByRole("button", { name }));
  }
  await userEvent.click(screen.getByRole("button", { name: "Take out 2 faces" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please wait a moment.");
  expect(screen.getByRole("button", { name: "Take out 1 face" })).toBeVisible();
});

test("a group is hidden and shown again", async () => {
  show({ ...ama, isHidden: true });
  api.on("PUT /api/people/ama", { json: ama });
  expect(screen.getByText(/hidden from the list of people/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show again" }));
  await waitFor(() => expect(writes()).toMatchObject([{ body: { isHidden: false } }]));
});
