import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FeedGrid } from "@/components/album/media/feed-grid";
import type { MediaFactsDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const item = mediaItemDto({ description: "Picture 1" });

const facts: MediaFactsDto = {
  cameraMake: "Apple",
  cameraModel: "iPhone 15 Pro",
  lens: "iPhone 15 Pro back triple camera",
  exposureSeconds: 1 / 120,
  fNumber: 1.8,
  iso: 64,
  focalLengthMm: 6.8,
  focalLength35mm: 24,
  hasFlashFired: false,
  colorSpace: "Display P3",
  place: { name: "Bath, United Kingdom", latitude: 51.375, longitude: -2.36 },
};

async function openDetails(answer: object, user = userDto()) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("GET /api/media/month/2024/3", { json: mediaPageDto([item]) })
    .on(`GET /api/media/${item.id}`, { json: mediaDetailDto(item) })
    .on(`GET /api/media/${item.id}/comments`, {
      json: { items: [], pagination: { total: 0, limit: 100, offset: 0, hasMore: false } },
    })
    .on(`GET /api/media/${item.id}/facts`, answer)
    .install();
  renderPage(
    <FeedGrid
      source={{ kind: "month", year: 2024, month: 3 }}
      screenGuess="desktop"
      empty={<p>Nothing</p>}
    />,
    { address: "/media/2024/3", user },
  );
  await userEvent.click(await screen.findByRole("link", { name: "Picture 1" }));
  await screen.findByRole("dialog");
  expect(api.made(`GET /api/media/${item.id}/facts`)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Comments, 0 comments" }));
  await screen.findByText(/Nobody has written anything yet/);
  return { api, details: within(await screen.findByRole("complementary", { name: "Details" })) };
}

const labelled = (details: ReturnType<typeof within>, label: string) =>
  details.getByText(label).nextElementSibling;

test("the open details say with what, how and where a photo was taken", async () => {
  const { details } = await openDetails({ json: facts });
  await details.findByText("Camera");
  expect(labelled(details, "Camera")).toHaveTextContent(/^Apple iPhone 15 Pro$/);
  expect(labelled(details, "Lens")).toHaveTextContent("iPhone 15 Pro back triple camera");
  expect(labelled(details, "Settings")).toHaveTextContent("1/120 s · f/1.8 · ISO 64 · 24 mm");
  expect(labelled(details, "Place")).toHaveTextContent("Near Bath, United Kingdom");
  expect((await axe(screen.getByRole("dialog"))).violations).toEqual([]);
});

test("they omit what isn't known, and a place that is hidden", async () => {
  const { details } = await openDetails({ json: { ...facts, lens: null, place: null } });
  await details.findByText("Camera");
  expect(details.queryByText("Lens")).not.toBeInTheDocument();
  expect(details.queryByText("Place")).not.toBeInTheDocument();
});

test("a failure to load them is silent", async () => {
  const { api, details } = await openDetails({ status: 500, json: { error: "Not now" } });
  await waitFor(() => expect(api.made(`GET /api/media/${item.id}/facts`)).toHaveLength(1));
  expect(details.getByText("Original file")).toBeVisible();
  expect(details.queryByText("Camera")).not.toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a child's details don't request them", async () => {
  const { api, details } = await openDetails({ json: facts }, userDto({ isChild: true }));
  expect(details.getByText("Original file")).toBeVisible();
  expect(api.made(`GET /api/media/${item.id}/facts`)).toEqual([]);
  expect(details.queryByText("Camera")).not.toBeInTheDocument();
});
