import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { ScreensView } from "@/components/album/screens/screens-view";
import { ShowPage } from "@/components/album/screens/show-page";
import { removeToast } from "@/components/ui/toast";
import { type ScreenDto, type ShowStateDto, showItemSchema } from "@/lib/album/screens/schema";
import type { ShowChoices } from "@/lib/album/screens/show-choices";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

afterEach(() => act(() => removeToast()));

const living: ScreenDto = {
  id: "screen-1",
  name: "Living room",
  device: "tv",
  source: { kind: "album", albumId: "album-1" },
  sourceName: "Summer at the sea",
  seconds: 15,
  isShuffled: true,
  isPaused: false,
  isOn: true,
  lastSeenOn: "2026-11-26",
  createdAt: "2026-11-20T10:00:00.000Z",
};
const choices: ShowChoices = {
  albums: [{ id: "album-1", name: "Summer at the sea" }],
  people: [{ id: "person-1", name: "Grandma" }],
  months: [
    { year: 2026, month: 6 },
    { year: 2024, month: 3 },
  ],
};

describe("TVs and frames, on the phone", () => {
  let screens: ScreenDto[];
  let api: FakeApi;

  function renderView(code = "") {
    api = new FakeApi()
      .on("GET /api/auth/me", { json: userDto() })
      .on("GET /api/screens", () => ({ json: screens }))
      .on("POST /api/screens", { status: 201, json: living })
      .on("PATCH /api/screens/screen-1", ({ body }) => ({ json: { ...living, ...(body as object) } }))
      .on("POST /api/screens/screen-1/step", { status: 204 })
      .on("DELETE /api/screens/screen-1", { status: 204 })
      .install();
    return renderPage(<ScreensView code={code} address="album.example.org/show" choices={choices} />, {
      address: "/screens",
    });
  }
  const sent = (call: string) => api.calls.filter(({ method, path }) => `${method} ${path}` === call);

  test("a scanned code pairs a screen with one press", async () => {
    screens = [];
    const { container } = renderView("K7M2QX");
    const dialog = await screen.findByRole("dialog", { name: "Add a TV or frame" });
    expect(within(dialog).getByLabelText("Code on the screen")).toHaveValue("K7M2QX");
    expect((await axe(container)).violations).toEqual([]);
    screens = [living];
    await userEvent.click(within(dialog).getByRole("button", { name: "Start the show" }));
    expect(await screen.findByRole("region", { name: "Living room" })).toBeVisible();
    expect(sent("POST /api/screens")[0]?.body).toEqual({
      code: "K7M2QX",
      name: "Living room",
      source: { kind: "everything" },
      seconds: 15,
      isShuffled: true,
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a wrong code shows an error at its field, and nothing typed is lost", async () => {
    screens = [];
    renderView();
    const message = "No TV or frame is showing this code now.";
    api.on("POST /api/screens", {
      status: 404,
      json: { message, error: message, code: "screen_code_unknown", field: "code" },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Add a TV or frame" }));
    await userEvent.type(await screen.findByLabelText("Code on the screen"), "nope");
    await userEvent.selectOptions(screen.getByLabelText("What it shows"), "A month");
    await userEvent.selectOptions(screen.getByLabelText("Which month"), "March 2024");
    await userEvent.click(screen.getByRole("button", { name: "Start the show" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByLabelText("Code on the screen")).toHaveValue("nope");
    expect(sent("POST /api/screens")[0]?.body).toMatchObject({
      source: { kind: "month", year: 2024, month: 3 },
    });
  });

  test("the remote pauses, plays, and goes forward and back", async () => {
    screens = [living];
    const { container } = renderView();
    await screen.findByRole("region", { name: "Living room" });
    expect(screen.getByText("Album “Summer at the sea”")).toBeVisible();
    expect(screen.getByText("On now")).toBeVisible();
    expect((await axe(container)).violations).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Next on Living room" }));
    await userEvent.click(screen.getByRole("button", { name: "Previous on Living room" }));
    await userEvent.click(screen.getByRole("button", { name: "Pause Living room" }));
    await userEvent.click(await screen.findByRole("button", { name: "Play Living room" }));
    expect(sent("POST /api/screens/screen-1/step").map(({ body }) => body)).toEqual([{ by: 1 }, { by: -1 }]);
    expect(sent("PATCH /api/screens/screen-1").map(({ body }) => body)).toEqual([
      { isPaused: true },
      { isPaused: false },
    ]);
  });

  test("quick presses on the remote are all sent, one after the other", async () => {
    screens = [living];
    renderView();
    let isUnderWay = false;
    async function answered(json: object) {
      expect(isUnderWay).toBe(false);
      isUnderWay = true;
      await new Promise((resolve) => setTimeout(resolve, 50));
      isUnderWay = false;
      return { json };
    }
    const keys = new Set<unknown>();
    api.on("POST /api/screens/screen-1/step", ({ headers }) => {
      keys.add(headers["Idempotency-Key"]);
      return answered({});
    });
    const next = await screen.findByRole("button", { name: "Next on Living room" });
    for (let press = 0; press < 3; press++) await userEvent.click(next);
    await waitFor(() => expect(sent("POST /api/screens/screen-1/step")).toHaveLength(3));
    expect(keys.size).toBe(3);

    await waitFor(() => expect(isUnderWay).toBe(false));
    api.on("PATCH /api/screens/screen-1", ({ body }) => answered({ ...living, ...(body as object) }));
    await userEvent.click(screen.getByRole("button", { name: "Pause Living room" }));
    await userEvent.click(screen.getByRole("button", { name: "Play Living room" }));
    await userEvent.click(screen.getByRole("button", { name: "Pause Living room" }));
    await waitFor(() =>
      expect(sent("PATCH /api/screens/screen-1").map(({ body }) => body)).toEqual([
        { isPaused: true },
        { isPaused: false },
        { isPaused: true },
      ]),
    );
    expect(await screen.findByRole("button", { name: "Play Living room" })).toBeVisible();
  });

  test("seconds, order, content and name can be changed", async () => {
    screens = [living];
    renderView();
    await userEvent.selectOptions(await screen.findByLabelText("Each photo for"), "1 minute");
    await userEvent.selectOptions(screen.getByLabelText("Order"), "In order");
    await userEvent.click(screen.getByRole("button", { name: "Show something else" }));
    await userEvent.selectOptions(await screen.findByLabelText("What it shows"), "A person");
    await userEvent.click(screen.getByRole("button", { name: "Show this" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: "Rename Living room" }));
    const name = await screen.findByLabelText("Name");
    await userEvent.clear(name);
    await userEvent.type(name, "Kitchen{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent("PATCH /api/screens/screen-1").map(({ body }) => body)).toEqual([
      { seconds: 60 },
      { isShuffled: false },
      { source: { kind: "person", memberId: "person-1" } },
      { name: "Kitchen" },
    ]);
  });

  test("a screen is removed after a question", async () => {
    screens = [living];
    renderView();
    await userEvent.click(await screen.findByRole("button", { name: "Remove Living room" }));
    const question = await screen.findByRole("alertdialog", { name: "Remove “Living room”?" });
    screens = [];
    await userEvent.click(within(question).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("No TVs or frames yet")).toBeVisible();
    expect(sent("DELETE /api/screens/screen-1")).toHaveLength(1);
  });
});

describe("the TV's page", () => {
  const photo = (id: string, change: object = {}) => showItemSchema.parse(mediaItemDto({ id, ...change }));
  const state: ShowStateDto = {
    ...{ name: "Living room", source: { kind: "everything" }, seconds: 15, isShuffled: false },
    ...{ isPaused: false, step: 0, isGone: false, version: "1.0" },
  };
  const notPaired = { status: 401, json: { code: "screen_not_paired", message: "Not paired" } };
  let api: FakeApi;
  let isPaired: boolean;

  beforeEach(() => {
    isPaired = true;
    let made = 0;
    Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: () => {} });
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const items = [
      photo("one", { description: "By the lake", takenAt: "2024-03-05T10:00:00" }),
      photo("two", { description: "" }),
    ];
    api = new FakeApi()
      .on("GET /api/auth/me", notPaired)
      .on("GET /api/show", () => (isPaired ? { json: state } : notPaired))
      .on("POST /api/show/codes", { status: 201, json: { code: "K7M2QX", expiresAt } })
      .on("GET /api/show/items", { json: { items, nextCursor: null } })
      .on("GET /api/images/medium/one", {})
      .on("GET /api/images/medium/two", {})
      .install();
  });
  const render = () => renderPage(<ShowPage />, { address: "/show", user: null });

  test("shows its code in letters and as a QR code", async () => {
    isPaired = false;
    const { container } = render();
    expect(await screen.findByLabelText("Code K 7 M 2 Q X")).toBeVisible();
    expect(screen.getByRole("img", { name: /pair this screen/ })).toBeVisible();
    expect((await axe(container)).violations).toEqual([]);
  });

  test("shows a photo with its caption, and responds to the TV remote's keys", async () => {
    const { container } = render();
    expect(await screen.findByRole("img", { name: "By the lake" })).toBeInTheDocument();
    expect(screen.getByText("5 March 2024")).toBeVisible();
    expect((await axe(container)).violations).toEqual([]);
    await userEvent.keyboard("{ArrowRight}");
    expect(await screen.findByText("March 2024")).toBeVisible();
    expect(screen.getAllByRole("img")).toHaveLength(2);
    await userEvent.keyboard("{MediaPlayPause}");
    expect(await screen.findByRole("img", { name: "Paused" })).toBeVisible();
    await userEvent.keyboard(" ");
    await waitFor(() => expect(screen.queryByRole("img", { name: "Paused" })).toBeNull());
    await userEvent.keyboard("{ArrowLeft}");
    expect(await screen.findByText("5 March 2024")).toBeVisible();
  });

  test("goes full screen on the first key press", async () => {
    const requestFullscreen = jest.fn(async () => {});
    Object.assign(document.documentElement, { requestFullscreen });
    render();
    await screen.findByRole("img", { name: "By the lake" });
    await userEvent.keyboard("{Enter}");
    expect(requestFullscreen).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(document.documentElement, "requestFullscreen");
  });

  test("shows nothing of the album once it is removed", async () => {
    render();
    await screen.findByRole("img", { name: "By the lake" });
    isPaired = false;
    expect(await screen.findByLabelText("Code K 7 M 2 Q X")).toBeVisible();
    expect(screen.queryByText("By the lake")).toBeNull();
    expect(api.made("POST /api/show/codes")).toHaveLength(1);
  });
});
