import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MediaStateList } from "@/components/operations/diagnostics/media-state-list";
import { ProfileCheck } from "@/components/operations/diagnostics/profile-check";
import { ReachTest } from "@/components/operations/diagnostics/reach-test";
import type { MediaDiagnosisDto } from "@/lib/operations/diagnostics/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

function diagnosis(change: Partial<MediaDiagnosisDto> = {}): MediaDiagnosisDto {
  return {
    id: "m1",
    fileName: "gate.jpg",
    mediaType: "image",
    mimeType: "image/jpeg",
    year: 2024,
    month: 3,
    description: "",
    uploadDate: "2026-11-20T10:00:00.000Z",
    bytes: 2_097_152,
    width: 1200,
    height: 800,
    durationMs: null,
    derivatives: "ready",
    derivativeError: null,
    deriveAttempts: 1,
    playable: "none",
    playableSmall: "none",
    transcodeAttempts: 0,
    files: [
      { kind: "original", isExpected: true, bytes: 2_097_152 },
      { kind: "thumbnail", isExpected: true, bytes: null },
      { kind: "medium", isExpected: true, bytes: 90_000 },
    ],
    ...change,
  };
}

const page = (items: MediaDiagnosisDto[]) => ({
  json: { items, pagination: { total: items.length, limit: 24, offset: 0, hasMore: false } },
});
const api = (items: MediaDiagnosisDto[]) =>
  new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/admin/diagnostics/media", page(items));

test("an item shows its states and what is missing, and its pictures are rebuilt on request", async () => {
  const fake = api([diagnosis()])
    .on("POST /api/admin/diagnostics/media/m1/rebuild", { json: diagnosis() })
    .install();
  renderPage(<MediaStateList />);
  expect(await screen.findByRole("link", { name: "gate.jpg" })).toHaveAttribute("href", "/view-image/m1");
  expect(screen.getByText("Thumbnail is missing")).toBeVisible();
  expect(screen.getByText("Original 2.0 MB, Medium 88 KB")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Rebuild the previews of gate.jpg" }));
  expect(await screen.findByText("Previews rebuilt")).toBeVisible();
  expect(fake.made("POST")).toEqual(["POST /api/admin/diagnostics/media/m1/rebuild"]);
});

test("a failed rebuild shows the server's message", async () => {
  api([diagnosis({ derivatives: "failed", derivativeError: "It is no picture." })])
    .on("POST /api/admin/diagnostics/media/m1/rebuild", {
      status: 422,
      json: { message: "The previews could not be made from the original." },
    })
    .install();
  renderPage(<MediaStateList only="broken" hasRebuildAll />);
  expect(await screen.findByText("It is no picture.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Rebuild all on this page" }));
  expect(await screen.findByText("0 of 1 rebuilt")).toBeVisible();
  expect(screen.getByText("The previews could not be made from the original.")).toBeVisible();
});

test("with nothing broken there is nothing to fix", async () => {
  const fake = api([]).install();
  renderPage(<MediaStateList only="broken" empty={{ title: "Nothing to fix", text: "All is well." }} />);
  expect(await screen.findByRole("heading", { name: "Nothing to fix" })).toBeVisible();
  expect(fake.made("GET /api/admin")).toEqual(["GET /api/admin/diagnostics/media?only=broken"]);
});

test("without media of that kind the tool suggests uploading some", async () => {
  api([]).install();
  renderPage(<ReachTest mediaType="video" />);
  expect(await screen.findByRole("heading", { name: "No videos yet" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Upload some" })).toBeVisible();
});

test("a profile is reported as complete, or with what it lacks and the consequences", async () => {
  const { unmount } = renderPage(<ProfileCheck user={userDto()} avatarService={null} />);
  expect(await screen.findByRole("heading", { name: "3 of 8 items filled in" })).toBeVisible();
  expect(screen.getAllByText("Missing: prints can't be delivered")).toHaveLength(5);
  unmount();
  const full = {
    phoneNumber: "+447700900123",
    addressFullName: "Ada Okafor",
    addressLine1: "1 Garden Lane",
    addressCity: "Leeds",
    addressPostcode: "LS1 1AA",
  };
  renderPage(<ProfileCheck user={userDto(full)} avatarService={null} />);
  expect(await screen.findByRole("heading", { name: "Your profile is complete" })).toBeVisible();
});
