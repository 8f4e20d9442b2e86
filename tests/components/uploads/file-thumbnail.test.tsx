import { act, render, screen, waitFor } from "@testing-library/react";
import { FileThumbnail } from "@/components/album/uploads/file-thumbnail";
import { fileOf } from "@/tests/support/chosen-files";

type Seen = (entries: { isIntersecting: boolean }[]) => void;
const views: Seen[] = [];
const decoded: string[] = [];

const usualObserver = globalThis.IntersectionObserver;
beforeEach(() => {
  views.length = 0;
  decoded.length = 0;
  globalThis.IntersectionObserver = class {
    constructor(onSeen: Seen) {
      views.push(onSeen);
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  globalThis.createImageBitmap = (async (file: File) => {
    decoded.push(file.name);
    if (file.name.includes("broken")) throw new DOMException("The source image could not be decoded.");
    return { width: 256, height: 192, close() {} };
  }) as unknown as typeof createImageBitmap;
  jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  jest
    .spyOn(HTMLCanvasElement.prototype, "toBlob")
    .mockImplementation((done) => done(new Blob(["small"], { type: "image/jpeg" })));
  URL.createObjectURL = jest.fn(() => "blob:small");
  URL.revokeObjectURL = jest.fn();
});
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.IntersectionObserver = usualObserver;
  Reflect.deleteProperty(globalThis, "createImageBitmap");
});

const photo = (name: string) => <FileThumbnail file={fileOf(name, "image/jpeg")} mediaType="image" isNamed />;
const comeIntoView = (at = 0) => act(async () => views[at]?.([{ isIntersecting: true }]));

test("a thumbnail is made once its tile comes near the view, and its URL is released", async () => {
  const { container, unmount } = render(photo("lake.jpg"));
  await act(async () => views[0]?.([{ isIntersecting: false }]));
  expect(decoded).toEqual([]);
  await comeIntoView();
  await waitFor(() => expect(container.querySelector("img")).toHaveAttribute("src", "blob:small"));
  expect((URL.createObjectURL as jest.Mock).mock.calls[0]?.[0]).toMatchObject({ size: 5 });
  expect(screen.getByText("lake.jpg")).toHaveClass("sr-only");
  unmount();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:small");
});

test("a file that the browser can't decode is a plain tile with its name", async () => {
  const { container } = render(photo("broken.jpg"));
  await comeIntoView();
  await waitFor(() => expect(screen.getByText("broken.jpg")).not.toHaveClass("sr-only"));
  expect(container.querySelector("img")).toBeNull();
  expect(URL.createObjectURL).not.toHaveBeenCalled();
});

test("among hundreds, those removed before their turn are never decoded", async () => {
  const tiles = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map((name) => <i key={name}>{photo(name)}</i>);
  const { rerender } = render(tiles);
  await act(async () => {
    for (const seen of views) seen([{ isIntersecting: true }]);
    rerender(tiles.slice(0, 1));
  });
  await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledTimes(1));
  expect(decoded).not.toContain("d.jpg");
});
