import { act, fireEvent, screen } from "@testing-library/react";
import { ViewerPicture } from "@/components/album/media/viewer/viewer-picture";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";

const moment = () => screen.queryByLabelText("The moment");
const photo = () => screen.getByTestId("moment");
const press = (pointerType: string, x = 100) => ({ pointerType, clientX: x, clientY: 100 });

/** jsdom has no PointerEvent; this one has the mouse properties used here. */
class TestPointerEvent extends MouseEvent {
  readonly pointerType: string;
  constructor(type: string, options: PointerEventInit = {}) {
    super(type, options);
    this.pointerType = options.pointerType ?? "";
  }
}

let isCalm: boolean;
beforeEach(() => {
  Object.assign(window, { PointerEvent: TestPointerEvent });
  jest.useFakeTimers();
  isCalm = false;
  jest.spyOn(window, "matchMedia").mockImplementation((query) => {
    return {
      matches: isCalm && query.includes("reduce"),
      addEventListener() {},
      removeEventListener() {},
    } as never;
  });
  renderPage(<ViewerPicture item={mediaItemDto({ id: "moving", playable: "ready" })} />, { address: "/" });
});
afterEach(() => jest.useRealTimers());

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test("plays silently while a mouse rests on the photo, and no longer", () => {
  fireEvent.pointerEnter(photo(), press("mouse"));
  wait(299);
  expect(moment()).toBeNull();
  wait(1);
  expect(moment()).toHaveAttribute("src", "/api/video/stream/moving");
  expect(moment()).toHaveProperty("muted", true);
  fireEvent.pointerLeave(photo(), press("mouse"));
  expect(moment()).toBeNull();
});

test("a mouse that only passes over it starts nothing", () => {
  fireEvent.pointerEnter(photo(), press("mouse"));
  wait(200);
  fireEvent.pointerLeave(photo(), press("mouse"));
  wait(1_000);
  expect(moment()).toBeNull();
});

test("plays while a finger holds the photo, and the browser's menu stays closed", () => {
  fireEvent.pointerDown(photo(), press("touch"));
  wait(350);
  expect(moment()).toBeInTheDocument();
  expect(fireEvent.contextMenu(photo())).toBe(false);
  fireEvent.pointerUp(photo(), press("touch"));
  expect(moment()).toBeNull();
  expect(fireEvent.contextMenu(photo())).toBe(true);
});

test("a finger that swipes starts nothing", () => {
  fireEvent.pointerDown(photo(), press("touch"));
  fireEvent.pointerMove(photo(), press("touch", 120));
  wait(1_000);
  expect(moment()).toBeNull();
});

test("for people who prefer reduced motion nothing plays automatically, but the button works", async () => {
  isCalm = true;
  fireEvent.pointerEnter(photo(), press("mouse"));
  wait(5_000);
  expect(moment()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Play the moment" }));
  expect(moment()).toBeInTheDocument();
});

test("the button plays it with sound to the end, or until pressed again", () => {
  fireEvent.click(screen.getByRole("button", { name: "Play the moment" }));
  expect(moment()).toHaveProperty("muted", false);
  fireEvent.pointerLeave(photo(), press("mouse"));
  expect(moment()).toBeInTheDocument();
  fireEvent.ended(moment() as HTMLElement);
  expect(moment()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Play the moment" }));
  fireEvent.click(screen.getByRole("button", { name: "Stop the moment" }));
  expect(moment()).toBeNull();
});

test("a clip that can't be played leaves the photo in place", () => {
  fireEvent.click(screen.getByRole("button", { name: "Play the moment" }));
  fireEvent.error(moment() as HTMLElement);
  expect(screen.queryByRole("button", { name: "Play the moment" })).toBeNull();
  expect(screen.getByRole("img")).toBeVisible();
});
