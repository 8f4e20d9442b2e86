import { act, createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import {
  closeUploadDialog,
  takeOfferedFiles,
  useUploadDialogState,
} from "@/components/album/uploads/upload-dialog-controller";
import { UploadDropTarget } from "@/components/shell/layout/upload-drop-target";
import { fileOf } from "@/tests/support/chosen-files";

function Page() {
  const { open, filter } = useUploadDialogState();
  return (
    <main>
      <output>{open ? `open ${filter}` : "closed"}</output>
      <section
        aria-label="Own place"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      />
      <UploadDropTarget />
    </main>
  );
}

beforeEach(() => {
  takeOfferedFiles();
  render(<Page />);
});
afterEach(() => act(() => closeUploadDialog()));

const lake = fileOf("lake.jpg", "image/jpeg");

/** @returns whether the page handled the event itself */
function fire(
  kind: "dragOver" | "drop" | "dragStart" | "dragEnd",
  types: string[],
  target?: Element,
  files = [lake],
) {
  const on = target ?? screen.getByRole("main");
  const event = createEvent[kind](on);
  const items = files.map((file) => ({
    kind: "file",
    type: file.type,
    getAsFile: () => file,
    getAsFileSystemHandle: async () => null,
  }));
  Object.defineProperty(event, "dataTransfer", { value: { types, files, items } });
  fireEvent(on, event);
  return event.defaultPrevented;
}

const overlay = () => screen.queryByText("Drop to upload");

test("files can be dropped anywhere: the page says so, and the dialog opens with them", async () => {
  expect(fire("dragOver", ["Files"])).toBe(true);
  expect(overlay()).toBeVisible();
  const hidden = fileOf(".DS_Store", "");
  expect(fire("drop", ["Files"], undefined, [lake, hidden])).toBe(true);
  expect(overlay()).toBeNull();
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("open all"));
  expect(takeOfferedFiles().map(({ name }) => name)).toEqual(["lake.jpg"]);
});

test.each([
  ["text", ["text/plain"]],
  ["a link", ["text/uri-list", "text/plain"]],
  ["a picture of a page", ["text/uri-list", "text/html", "Files"]],
])("%s being dragged is left alone", async (_, types) => {
  expect(fire("dragOver", types)).toBe(false);
  expect(overlay()).toBeNull();
  expect(fire("drop", types)).toBe(false);
  await act(async () => {});
  expect(screen.getByRole("status")).toHaveTextContent("closed");
});

test("so is anything dragged from this page, until the drag ends", () => {
  fire("dragStart", ["Files"]);
  expect(fire("dragOver", ["Files"])).toBe(false);
  expect(overlay()).toBeNull();
  fire("dragEnd", ["Files"]);
  expect(fire("dragOver", ["Files"])).toBe(true);
});

test("a part of the page that accepts files itself keeps them", async () => {
  const own = screen.getByRole("region", { name: "Own place" });
  fire("dragOver", ["Files"]);
  fire("dragOver", ["Files"], own);
  expect(overlay()).toBeNull();
  fire("drop", ["Files"], own);
  await act(async () => {});
  expect(screen.getByRole("status")).toHaveTextContent("closed");
});

test("the page returns to normal once the files have left it", () => {
  jest.useFakeTimers();
  fire("dragOver", ["Files"]);
  act(() => jest.advanceTimersByTime(600));
  fire("dragOver", ["Files"]);
  act(() => jest.advanceTimersByTime(600));
  expect(overlay()).toBeVisible();
  act(() => jest.advanceTimersByTime(200));
  expect(overlay()).toBeNull();
  jest.useRealTimers();
});
