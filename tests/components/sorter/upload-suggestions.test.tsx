import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { UploadSuggestions } from "@/components/sorter/upload-suggestions";
import type { BatchSuggestionsDto } from "@/lib/faces/people/schema";
import type { ReviewItem } from "@/lib/sorter/review-item";
import { faceGroupDto, recognitionDto } from "@/tests/support/face-rows";
import { FakeApi } from "@/tests/support/fake-api";
import { personRow } from "@/tests/support/family-rows";
import { renderPage } from "@/tests/support/render-page";
import { sortedItem } from "@/tests/support/sorter-items";
import { userDto } from "@/tests/support/user";

const nothing: BatchSuggestionsDto = { waiting: 0, labels: [], groups: [] };
let api: FakeApi;
let answer: BatchSuggestionsDto;

function show(items: readonly ReviewItem[]) {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("POST /api/media/known", ({ body }) => ({
      json: {
        known: (body as { sha256: string[] }).sha256.map((sha256, index) => ({
          sha256,
          id: `media-${index + 1}`,
          year: 2024,
          month: 7,
        })),
      },
    }))
    .on("POST /api/people/suggestions", () => ({ json: answer }))
    .on("GET /api/family-members", { json: [personRow({ id: "ama", name: "Ama", displayName: "Ama" })] })
    .on("GET /api/recognition", { json: recognitionDto() })
    .install();
  return renderPage(<UploadSuggestions items={items} />);
}

const uploaded = () => [1, 2].map(() => sortedItem({}, { outcome: { state: "uploaded" } }));
const asked = (path: string) => api.calls.filter((call) => call.path === path).map(({ body }) => body);

test("recognised content is suggested: one press adds a hashtag to all that match", async () => {
  answer = { ...nothing, labels: [{ hashtag: "dog", mediaIds: ["media-1", "media-2"] }] };
  const { container } = show([...uploaded(), sortedItem()]);
  const offer = await screen.findByRole("list", { name: "Hashtags" });
  expect(offer).toHaveTextContent("#dog would fit 2 photos.");
  expect((await axe(container)).violations).toEqual([]);
  expect(asked("/api/people/suggestions")).toEqual([{ mediaIds: ["media-1", "media-2"] }]);
  api.on("POST /api/hashtags/add", { json: { changed: 2 } });
  await userEvent.click(screen.getByRole("button", { name: "Add #dog" }));
  expect(await within(offer).findByText("Added")).toBeVisible();
  expect(asked("/api/hashtags/add")).toEqual([{ hashtag: "dog", mediaIds: ["media-1", "media-2"] }]);
});

test("a known person is tagged where they appear, an unnamed face can be named", async () => {
  const known = { groupId: "group-1", name: "Ama", memberId: "ama", faceId: "face-1", mediaIds: ["media-2"] };
  const unknown = { groupId: "group-2", name: null, memberId: null, faceId: "face-2", mediaIds: ["media-1"] };
  answer = { ...nothing, groups: [known, unknown] };
  show(uploaded());
  api.on("POST /api/people/group-1/tags", () => {
    answer = { ...nothing, groups: [unknown] };
    return { json: { tagged: 1 } };
  });
  await userEvent.click(await screen.findByRole("button", { name: "Tag Ama" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "People" })).not.toBeInTheDocument());
  expect(asked("/api/people/group-1/tags")).toEqual([{ mediaIds: ["media-2"] }]);
  api.on("PUT /api/people/group-2", () => {
    answer = nothing;
    return { json: faceGroupDto({ id: "group-2", name: "Ama", memberId: "ama" }) };
  });
  await userEvent.click(screen.getByRole("button", { name: /Who is this\? Face 1/ }));
  await userEvent.click(await screen.findByRole("button", { name: /Ama/ }));
  await waitFor(() => expect(screen.queryByText("Seen in your photos")).not.toBeInTheDocument());
});

test("while the worker is analysing, it says so and asks again", async () => {
  answer = { ...nothing, waiting: 2 };
  show(uploaded());
  expect(await screen.findByText("Still looking at 2 photos…")).toBeVisible();
  answer = { ...nothing, labels: [{ hashtag: "cake", mediaIds: ["media-1"] }] };
  expect(await screen.findByRole("button", { name: "Add #cake" })).toBeVisible();
});

test("nothing is requested or shown if nothing was uploaded, or nothing recognised", async () => {
  answer = nothing;
  const { container } = show([sortedItem()]);
  await act(async () => {});
  expect(container).toHaveTextContent("");
  expect(api.calls.filter(({ method }) => method === "POST")).toEqual([]);
});
