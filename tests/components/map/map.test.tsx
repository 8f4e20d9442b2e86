import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FoundPlaces } from "@/components/album/map/found-places";
import { MapScreen, type MapScreenProps } from "@/components/album/map/map-screen";
import type { MapPlaceDto, MapPointsDto } from "@/lib/album/map/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const lisbon: MapPlaceDto = {
  ...{ id: 2267057, name: "Lisbon", country: "Portugal", photoCount: 3 },
  at: { latitude: 38.71667, longitude: -9.13333 },
  cover: { id: "photo-1", mediaType: "image" },
};
const suva: MapPlaceDto = {
  ...{ id: 2198148, name: "Suva", country: "Fiji", photoCount: 0, cover: null },
  at: { latitude: -18.14, longitude: 178.44 },
};
const inLisbon = [3_871_667, 3_871_667, 3_871_667];
const points: MapPointsDto = {
  ids: ["photo-1", "photo-2", "photo-3", "photo-4"],
  latitudes: [...inLisbon, 5_379_648],
  longitudes: [-913_333, -913_333, -913_333, -154_785],
  videos: [3],
};

const noOutlines = { perDegree: 100, land: [], borders: [] };

let api: FakeApi;
beforeEach(() => {
  // Elements get a size as in a browser, but no canvas to draw on.
  jest.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  jest.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
  jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  Element.prototype.scrollIntoView = () => {};
  window.matchMedia = ((query: string) => ({
    matches: query.includes("reduced-motion"),
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof window.matchMedia;
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/map/points", { json: points })
    .on("GET /api/map/places", ({ path }) => ({ json: path.includes("q=su") ? [suva] : [lisbon] }))
    .on("GET /api/map/outlines/coarse", { json: noOutlines })
    .on("GET /api/map/outlines/fine", { json: noOutlines })
    .on("GET /api/map/outlines/finest", { json: noOutlines })
    .on("GET /api/map/photos", { json: mediaPageDto(mediaItems(3)) })
    .on("GET /api/map/hidden-places", { json: [] })
    .install();
  const known = globalThis.fetch;
  // Any of the name tiles.
  globalThis.fetch = ((input: RequestInfo | URL, init?: RequestInit) =>
    String(input).startsWith("/api/map/names/")
      ? Promise.resolve({
          ok: true,
          status: 200,
          headers: { get: () => "application/json" },
          json: async () => [],
        })
      : known(input, init)) as typeof fetch;
});
afterEach(() => jest.restoreAllMocks());

function showMap(change: Partial<MapScreenProps> = {}, address = "/map") {
  return renderPage(
    <MapScreen
      at={null}
      streets={null}
      showsPlaces
      isAdmin
      isHiding={false}
      screenGuess="desktop"
      {...change}
    />,
    { address },
  );
}
const map = () => screen.findByRole("application", { name: "Map of your family's photos" });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

test("photos at one spot are one marker with their count, a single one opens the viewer", async () => {
  showMap();
  const shown = within(await map());
  expect(await shown.findByRole("button", { name: "3 photos" })).toBeVisible();
  expect(shown.getByRole("link", { name: "Video" })).toHaveAttribute("href", "/view-image/photo-4");
});

test("photos that can't be separated are shown below the map, and can be closed", async () => {
  showMap({ at: "38.71667,-9.13333,18" }, "/map?at=38.71667,-9.13333,18");
  await press("3 photos");
  expect(await screen.findByRole("heading", { name: "Photos from here" })).toHaveFocus();
  const [call] = api.made("GET /api/map/photos");
  expect(call).toContain("west=-9.13338&south=38.71662&east=-9.13328&north=38.71672");
  await press("Close these photos");
  expect(screen.queryByRole("heading", { name: "Photos from here" })).not.toBeInTheDocument();
});

test("a marker of several places splits on a press", async () => {
  showMap({ at: "46,-5,1" }, "/map?at=46,-5,1");
  await press("4 photos");
  expect(await screen.findByRole("button", { name: "3 photos" })).toBeVisible();
  expect(api.made("GET /api/map/photos")).toEqual([]);
});

test("keys move and zoom the map, and the address stores the position", async () => {
  showMap({ at: "46,-5,4" }, "/map?at=46,-5,4");
  const surface = await map();
  fireEvent.keyDown(surface, { key: "+" });
  fireEvent.keyDown(surface, { key: "ArrowRight" });
  await waitFor(() => expect(window.location.search).toMatch(/^\?at=46\.\d+,-\d\.\d+,5\.0$/));
  expect(Number(window.location.search.split(",")[1])).toBeGreaterThan(-5);
  await press("Zoom out");
  await waitFor(() => expect(window.location.search).toMatch(/,4\.0$/));
});

test("the list has the same places, and a search finds other places to view", async () => {
  showMap();
  const list = () => screen.findByRole("list", { name: "Places" });
  expect(
    await within(await list()).findByRole("link", { name: "Lisbon, Portugal 3 photos" }),
  ).toHaveAttribute("href", "/map/places/2267057");
  await userEvent.type(screen.getByRole("searchbox", { name: "Find a place" }), "suva");
  expect(await screen.findByText("No photos")).toBeVisible();
  await press("Show Suva on the map");
  await waitFor(() => expect(window.location.search).toContain("at=-18.14"));
});

test("a family that hides places, and one without any, is told so", async () => {
  const { unmount } = showMap({ showsPlaces: false });
  expect(await screen.findByRole("link", { name: "Family settings" })).toBeVisible();
  unmount();
  api.on("GET /api/map/points", { json: { ids: [], latitudes: [], longitudes: [], videos: [] } });
  showMap();
  expect(await screen.findByRole("heading", { name: "No photos with a place yet" })).toBeVisible();
});

describe("hiding a place", () => {
  const home = { id: "place-1", name: "Home", radiusM: 300, mode: "rounded", photoCount: 3 };

  test("uses the centre of the map, says how many photos, and can be undone", async () => {
    api.on("POST /api/map/hidden-places", { status: 201, json: home });
    showMap({ at: "38.71667,-9.13333,12", isHiding: true }, "/map?at=38.71667,-9.13333,12");
    await screen.findByRole("heading", { name: "Hide our home" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Radius" }), "1 km");
    api.on("GET /api/map/hidden-places", { json: [home] }).on("DELETE /api/map/hidden-places/place-1", {
      status: 204,
    });
    await press("Hide this place");
    expect(await screen.findByText("300 m around it, 3 photos, region shown")).toBeVisible();
    expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
      ...{ name: "Home", radiusM: 1000, mode: "rounded" },
      latitude: expect.closeTo(38.71667, 4),
      longitude: expect.closeTo(-9.13333, 4),
    });
    api.on("GET /api/map/hidden-places", { json: [] });
    await press("Show Home again");
    await waitFor(() => expect(screen.queryByText(/around it/)).not.toBeInTheDocument());
  });

  test("shows the server's refusal at its field", async () => {
    api.on("POST /api/map/hidden-places", {
      status: 400,
      json: { message: "Please give the place a name", code: "bad_input", field: "name" },
    });
    showMap({ isHiding: true });
    await userEvent.clear(await screen.findByRole("textbox", { name: "Name" }));
    await press("Hide this place");
    expect(await screen.findByText("Please give the place a name")).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Name" })).toBeInvalid();
  });

  test("is offered to admins only", async () => {
    showMap({ isAdmin: false, isHiding: true });
    await map();
    expect(screen.queryByRole("button", { name: "Hide our home" })).not.toBeInTheDocument();
    expect(screen.queryByRole("heading", { name: "Hide our home" })).not.toBeInTheDocument();
  });
});

test("an album search suggests towns with photos, but not to children", async () => {
  const { unmount } = renderPage(<FoundPlaces q="lis" />);
  const found = within(await screen.findByRole("list", { name: "Places" }));
  expect(found.getByRole("link", { name: "Lisbon, Portugal 3 photos" })).toBeVisible();
  unmount();
  const before = api.calls.length;
  const { container } = renderPage(<FoundPlaces q="lis" />, { user: userDto({ isChild: true }) });
  expect(container.querySelector("a")).toBeNull();
  expect(api.made("GET /api/map/places").length).toBeLessThanOrEqual(before);
});

test("the map has no axe violations", async () => {
  const { container } = showMap({ isHiding: true });
  await screen.findByRole("link", { name: "Lisbon, Portugal 3 photos" });
  expect((await axe(container)).violations).toEqual([]);
});
