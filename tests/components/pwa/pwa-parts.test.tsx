import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  closeUploadDialog,
  takeOfferedFiles,
  useUploadDialogState,
} from "@/components/album/uploads/upload-dialog-controller";
import { takeArrival } from "@/components/shell/pwa/arrival";
import { UpdateBar } from "@/components/shell/pwa/update-bar";
import { toastStore } from "@/components/ui/toast";
import { storeSharedFiles } from "@/lib/service-worker/shared-files";
import { memoryCaches } from "@/tests/support/memory-caches";

function DialogState() {
  const { open, title } = useUploadDialogState();
  return <p>{open ? `Open: ${title ?? "Upload Media"}` : "Closed"}</p>;
}

const photo = new File(["bytes"], "beach.jpg", { type: "image/jpeg" });
const shownToast = () => toastStore.entries()[0]?.title;
const arrive = (isInFamily = true) => act(() => takeArrival({ appName: "Keepsake", isInFamily }));

beforeEach(() => {
  Object.assign(globalThis, { caches: memoryCaches() });
  act(() => closeUploadDialog());
});
afterEach(() => window.history.replaceState(null, "", "/"));

// jsdom supports neither.
beforeAll(() => {
  class FileResponse {
    readonly headers: Headers;
    constructor(
      private readonly body: Blob | ArrayBuffer,
      init?: { headers?: HeadersInit },
    ) {
      this.headers = new Headers(init?.headers);
    }
    get status() {
      return 200;
    }
    clone() {
      return this;
    }
    async arrayBuffer() {
      if (!(this.body instanceof Blob)) return this.body;
      const reader = new FileReader();
      const blob = this.body;
      return new Promise((resolve) => {
        reader.onload = () => resolve(reader.result);
        reader.readAsArrayBuffer(blob);
      });
    }
  }
  globalThis.Response ??= FileResponse as unknown as typeof Response;
  globalThis.Request ??= class {
    constructor(readonly url: string) {}
  } as unknown as typeof Request;
});

test("pictures shared from another app open the upload dialog with them, once", async () => {
  window.history.replaceState(null, "", "/?share-target=1&source=pwa#top");
  await storeSharedFiles(caches, [photo]);
  render(<DialogState />);
  await arrive();
  expect(screen.getByText("Open: Upload Family Media")).toBeVisible();
  const [file, ...more] = takeOfferedFiles();
  expect([file?.name, more]).toEqual(["beach.jpg", []]);
  expect(takeOfferedFiles()).toEqual([]);
  expect(await caches.keys()).toEqual([]);
  expect(window.location.search + window.location.hash).toBe("?source=pwa#top");
});

test.each([
  ["lost", "The photos didn't arrive"],
  ["1", "The photos didn't arrive"],
  ["empty", "Nothing to upload"],
])("a share that ended as %s says so", async (result, title) => {
  window.history.replaceState(null, "", `/?share-target=${result}`);
  render(<DialogState />);
  await arrive();
  expect(screen.getByText("Closed")).toBeVisible();
  expect(shownToast()).toBe(title);
});

test("without a family the files keep waiting", async () => {
  window.history.replaceState(null, "", "/?share-target=1");
  await storeSharedFiles(caches, [photo]);
  await arrive(false);
  expect(shownToast()).toBe("Your photos are waiting");
  expect(await caches.keys()).toHaveLength(1);
});

test("the home screen's shortcut opens the upload dialog", async () => {
  window.history.replaceState(null, "", "/?upload=1");
  render(<DialogState />);
  await arrive();
  expect(screen.getByText("Open: Upload Media")).toBeVisible();
});

test("a shared link's token leaves the address, and nothing else happens", async () => {
  window.history.replaceState(null, "", "/media/2024/7?album=abc");
  render(<DialogState />);
  await arrive();
  expect(window.location.pathname + window.location.search).toBe("/media/2024/7");
  expect(screen.getByText("Closed")).toBeVisible();
});

describe("a new version", () => {
  const waiting = { postMessage: jest.fn() };
  const container = new EventTarget();
  const registration = { waiting } as unknown as ServiceWorkerRegistration;
  beforeAll(() =>
    Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container }),
  );

  test("waits until someone asks for it", async () => {
    render(<UpdateBar appName="Keepsake" registration={registration} />);
    expect(screen.getByRole("status")).toHaveTextContent("A new version of Keepsake is ready.");
    expect(waiting.postMessage).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Reload" }));
    expect(waiting.postMessage).toHaveBeenCalledWith({ type: "SKIP_WAITING" });
    await waitFor(() => expect(screen.getByRole("button", { name: "Reload" })).toHaveAttribute("aria-busy"));
  });

  test("can be postponed", async () => {
    render(<UpdateBar appName="Keepsake" registration={registration} />);
    await userEvent.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
  });
});
