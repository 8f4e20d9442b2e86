import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ItemCard } from "@/components/album/media/item-card";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const item = mediaDetailDto(mediaItemDto({ id: "one", description: "In the garden" }));

let api: FakeApi;

function show(isAdmin: boolean) {
  const user = userDto({ isAdmin });
  api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("GET /api/media/one", { json: item })
    .on("GET /api/media/one/comments", {
      json: { items: [], pagination: { total: 0, limit: 30, offset: 0, hasMore: false } },
    })
    .on("GET /api/media/one/suggestions", { json: { people: [], unnamed: [], labels: [] } })
    .on("GET /api/welcome-image", { json: { mediaId: null } })
    .on("GET /api/basket/items", { json: [] })
    .on("GET /api/user/quota", { json: { remaining: 5, monthlyQuota: 5 } })
    .on("GET /api/share-link", {
      json: { albumToken: "abc", title: "The Okafors", text: "Log in to see our latest adventures" },
    })
    .install();
  renderPage(<ItemCard item={item} />, { user });
}

test("the card offers what the viewer offers: hearts, people, comments, sharing, the basket, covers and reporting", async () => {
  show(true);
  expect(await screen.findByRole("button", { name: "Share" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Comments" })).toHaveAttribute("id", "comments");
  expect(screen.getByRole("heading", { name: "Who is in this photo?" })).toBeVisible();
  for (const name of ["Edit", "Delete", "Set as month cover", "Use as welcome image"])
    expect(screen.getByRole("button", { name })).toBeVisible();
  expect(screen.getByRole("link", { name: "Report this photo" })).toHaveAttribute(
    "href",
    "/report-content?media=one",
  );
  expect(screen.getByRole("link", { name: "Show in feed" })).toHaveAttribute("href", "/feed/one");
});

test("covers are for admins", async () => {
  show(false);
  expect(await screen.findByRole("button", { name: "Share" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Use as welcome image" })).not.toBeInTheDocument();
});

test("sharing from the card shares the address of this one image", async () => {
  show(false);
  const shared = jest.fn(async () => {});
  Object.defineProperty(navigator, "share", { value: shared, configurable: true });
  const button = await screen.findByRole("button", { name: "Share" });
  // The link is fetched in advance, because sharing must follow the press immediately.
  await waitFor(() => expect(api.made("GET /api/share-link")).toHaveLength(1));
  await act(async () => {});
  await userEvent.click(button);
  expect(shared).toHaveBeenCalledWith(
    expect.objectContaining({ url: expect.stringContaining("/display-single-image-one?album=abc") }),
  );
});
