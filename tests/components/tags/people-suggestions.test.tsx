import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { PeopleSection } from "@/components/album/tags/people-section";
import { removeToast } from "@/components/ui/toast";
import { detailOptions } from "@/lib/album/media/client/item-queries";
import type { SuggestionsDto } from "@/lib/album/tags/schema";
import { faceGroupDto, recognitionDto } from "@/tests/support/face-rows";
import { FakeApi } from "@/tests/support/fake-api";
import { personRow } from "@/tests/support/family-rows";
import { mediaDetailDto, mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const box = { left: 0.1, top: 0.1, width: 0.2, height: 0.2 };
const ama = personRow({ id: "ama", name: "Ama", displayName: "Ama" });
const isAma = { memberId: "ama", name: "Ama", faceId: "face-1", box };
const unnamed = { groupId: "group-2", faceId: "face-2", box };
let api: FakeApi;
let suggestions: SuggestionsDto;

function Section() {
  const { data } = useQuery(detailOptions("one"));
  return <PeopleSection mediaId="one" people={data?.tags ?? null} />;
}

function show() {
  const detail = mediaDetailDto(mediaItemDto({ id: "one" }));
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/media/one", { json: detail })
    .on("GET /api/media/one/suggestions", () => ({ json: suggestions }))
    .on("GET /api/family-members", { json: [ama] })
    .on("GET /api/recognition", { json: recognitionDto() })
    .on("PUT /api/media/one/tags", { json: [ama] })
    .install();
  return renderPage(<Section />);
}

beforeEach(() => {
  suggestions = { people: [isAma], unnamed: [], labels: [] };
});
afterEach(() => act(() => removeToast()));

const asked = () => screen.findByRole("list", { name: "Suggested people" });
const writes = () => api.calls.filter(({ method }) => method !== "GET");

test("a known face is tagged with one press", async () => {
  const { container } = show();
  expect(await asked()).toHaveTextContent("Is this Ama?");
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Yes, this is Ama" }));
  const people = await screen.findByRole("list", { name: "People in this photo" });
  expect(within(people).getByRole("link", { name: "Ama" })).toBeVisible();
  expect(screen.queryByRole("list", { name: "Suggested people" })).not.toBeInTheDocument();
  expect(writes()).toMatchObject([
    { method: "PUT", path: "/api/media/one/tags", body: { memberIds: ["ama"] } },
  ]);
});

test("No removes the face from that person, and tags nobody", async () => {
  show();
  api.on("PUT /api/people/faces/face-1", () => {
    suggestions = { people: [], unnamed: [], labels: [] };
    return { json: { faceId: "face-1", groupId: "new" } };
  });
  await userEvent.click(await screen.findByRole("button", { name: "No, this is not Ama" }));
  await waitFor(() =>
    expect(screen.queryByRole("list", { name: "Suggested people" })).not.toBeInTheDocument(),
  );
  expect(writes()).toMatchObject([
    { method: "PUT", path: "/api/people/faces/face-1", body: { groupId: null } },
  ]);
});

test("if No can't be saved, the question comes back", async () => {
  show();
  api.on("PUT /api/people/faces/face-1", { status: 503, json: { message: "Please wait a moment." } });
  await userEvent.click(await screen.findByRole("button", { name: "No, this is not Ama" }));
  expect(await screen.findByText("Please wait a moment.")).toBeVisible();
  expect(await asked()).toHaveTextContent("Is this Ama?");
});

test("an unnamed face is named from the picture, and tagged there", async () => {
  suggestions = { people: [], unnamed: [unnamed], labels: [] };
  show();
  api.on("PUT /api/people/group-2", {
    json: faceGroupDto({ id: "group-2", name: "Ama", memberId: "ama" }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Who is this?" }));
  await userEvent.click(await screen.findByRole("button", { name: /Ama/ }));
  expect(await screen.findByRole("link", { name: "Ama" })).toBeVisible();
  expect(writes().map(({ path, body }) => [path, body])).toEqual([
    ["/api/people/group-2", { memberId: "ama" }],
    ["/api/media/one/tags", { memberIds: ["ama"] }],
  ]);
});

test("if suggestions can't be loaded, nothing is shown, and people are tagged as usual", async () => {
  show();
  api.on("GET /api/media/one/suggestions", { status: 500, json: { message: "no" } });
  expect(await screen.findByRole("button", { name: "Tag people" })).toBeVisible();
  await waitFor(() => expect(api.made("GET /api/media/one/suggestions")).toHaveLength(1));
  expect(screen.queryByRole("list", { name: "Suggested people" })).not.toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
