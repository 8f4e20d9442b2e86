import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoverActions } from "@/components/album/media/viewer/cover-actions";
import { removeToast } from "@/components/ui/toast";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const item = mediaItemDto({ id: "one" });
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/welcome-image", { json: { mediaId: null } })
    .install();
});
afterEach(() => act(() => removeToast()));

test.each([
  [false, "Set as month cover", "Now the cover of March 2024"],
  [true, "Month cover", "No longer the cover of March 2024"],
])("an item that is featured: %s is changed by '%s'", async (featured, name, words) => {
  api.on("POST /api/media/one/featured", { json: { ...item, featured: !featured } });
  renderPage(<CoverActions item={{ ...item, featured }} />);
  await userEvent.click(screen.getByRole("button", { name, pressed: featured }));
  expect(await screen.findByText(words, { selector: "div" })).toBeInTheDocument();
  expect(api.calls.at(-1)?.body).toEqual({ featured: !featured });
});

test("a picture becomes the family's welcome image", async () => {
  api.on("POST /api/welcome-image", { json: { mediaId: "one" } });
  renderPage(<CoverActions item={item} />);
  await userEvent.click(screen.getByRole("button", { name: "Use as welcome image" }));
  expect(await screen.findByText("Now the family's welcome image", { selector: "div" })).toBeInTheDocument();
  expect(api.calls.at(-1)?.body).toEqual({ mediaId: "one" });
  expect(screen.getByRole("button", { name: "Welcome image", pressed: true })).toBeVisible();
});

test("the family's welcome image is marked as such, and can be reset", async () => {
  api.on("GET /api/welcome-image", { json: { mediaId: "one" } });
  api.on("DELETE /api/welcome-image", { json: { mediaId: null } });
  renderPage(<CoverActions item={item} />);
  await userEvent.click(await screen.findByRole("button", { name: "Welcome image", pressed: true }));
  expect(await screen.findByText("No longer the welcome image", { selector: "div" })).toBeInTheDocument();
  expect(api.made("DELETE")).toEqual(["DELETE /api/welcome-image"]);
  expect(screen.getByRole("button", { name: "Use as welcome image", pressed: false })).toBeVisible();
});

test("another picture's choice doesn't make this one the welcome image", async () => {
  api.on("GET /api/welcome-image", { json: { mediaId: "another" } });
  renderPage(<CoverActions item={item} />);
  await waitFor(() => expect(api.made("GET /api/welcome-image")).toHaveLength(1));
  expect(screen.getByRole("button", { name: "Use as welcome image", pressed: false })).toBeVisible();
});
