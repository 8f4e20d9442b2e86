import type { QueryClient } from "@tanstack/react-query";
import { act, createEvent, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import {
  closeUploadDialog,
  openUploadDialog,
  type UploadFilter,
} from "@/components/album/uploads/upload-dialog-controller";
import { UploadDialogHost } from "@/components/album/uploads/upload-dialog-host";
import { UploadDropTarget } from "@/components/shell/layout/upload-drop-target";
import { removeToast, toastStore } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";
import { signOutMarkerKey } from "@/lib/account/accounts/client/client-session";
import { createQueryClient } from "@/lib/http/query-client";
import { fileOf, longClip } from "@/tests/support/chosen-files";
import { FakeUploadServer, type UploadReply } from "@/tests/support/fake-upload-server";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const now = new Date();
const duplicate: UploadReply = {
  status: 409,
  json: {
    error: "duplicate_file",
    message: "This file already exists in your album.",
    duplicate: { existingId: "old-1", fileName: "the lake.jpg", uploadDate: "2025-06-01T12:00:00.000Z" },
  },
};

let server: FakeUploadServer;
let queryClient: QueryClient;

beforeEach(() => {
  server = new FakeUploadServer().install();
  server.others = ({ path }) => {
    if (path === "/api/auth/me") return { json: userDto() };
    if (path === "/api/hashtags/recent")
      return { json: { hashtags: ["#beach", "#nana", "#a", "#b", "#c", "#d", "#e", "#f", "#ninth"] } };
    return { json: {} };
  };
  queryClient = createQueryClient();
  URL.createObjectURL = jest.fn(() => "blob:preview");
  URL.revokeObjectURL = jest.fn();
});
afterEach(() => {
  act(() => {
    closeUploadDialog();
    removeToast();
  });
  queryClient.clear();
});

async function open(filter: UploadFilter = "all", title?: string) {
  const view = renderInSession(
    <>
      <UploadDialogHost />
      <Toaster />
    </>,
    { initialUser: userDto(), queryClient },
  );
  act(() => openUploadDialog({ filter, ...(title ? { title } : {}) }));
  await screen.findByRole("dialog");
  await screen.findByRole("button", { name: "Add #beach" });
  return view;
}

const dialog = () => screen.getByRole("dialog");
const uploadButton = () => within(dialog()).getByRole("button", { name: /^Upload/ });
const description = () => screen.getByRole("textbox", { name: "Description" });
const files = () => screen.queryAllByRole("listitem").filter((item) => item.hasAttribute("data-file"));
const fileNames = () => files().map((item) => item.getAttribute("data-file"));

// The picker's own filter can't be trusted, so every file must be checked.
const user = userEvent.setup({ applyAccept: false });

async function choose(...chosen: File[]) {
  await user.upload(screen.getByLabelText("Files to upload"), chosen);
}

/** Waits for the toast's text, in any of its parts. */
async function toastSays(...words: (string | RegExp)[]) {
  for (const part of words) await screen.findAllByText(part);
}

describe("choosing files", () => {
  test("the title is 'Upload Media' unless the opener says otherwise", async () => {
    await open();
    expect(dialog()).toHaveAccessibleName("Upload Media");
    act(() => closeUploadDialog());
    act(() => openUploadDialog({ filter: "all", title: "Upload Family Media" }));
    expect(await screen.findByRole("dialog")).toHaveAccessibleName("Upload Family Media");
  });

  test("upload is disabled without files; chosen files are listed and can be removed", async () => {
    await open();
    expect(uploadButton()).toBeDisabled();
    await choose(fileOf("one.jpg", "image/jpeg"), fileOf("two.mp4", "video/mp4"));
    await waitFor(() => expect(fileNames()).toEqual(["one.jpg", "two.mp4"]));
    expect(uploadButton()).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Remove one.jpg" }));
    expect(fileNames()).toEqual(["two.mp4"]);
    await waitFor(() => expect(screen.getByRole("button", { name: "Remove two.mp4" })).toHaveFocus());
  });

  test("files can be dropped and pasted", async () => {
    await open();
    const dropped = fileOf("dropped.png", "image/png");
    const zone = screen.getByRole("group", { name: "Add photos and videos" });
    const drop = createEvent.drop(zone);
    Object.defineProperty(drop, "dataTransfer", {
      value: { types: ["Files"], items: [{ kind: "file", type: "image/png", getAsFile: () => dropped }] },
    });
    fireEvent(zone, drop);
    await waitFor(() => expect(fileNames()).toEqual(["dropped.png"]));
    fireEvent.paste(description(), { clipboardData: { files: [fileOf("pasted.gif", "image/gif")] } });
    await waitFor(() => expect(fileNames()).toEqual(["dropped.png", "pasted.gif"]));
  });

  test("files dropped outside the dialog's own area join the others", async () => {
    await open();
    render(<UploadDropTarget />);
    await choose(fileOf("one.jpg", "image/jpeg"));
    const dropped = fileOf("two.jpg", "image/jpeg");
    const drop = createEvent.drop(dialog());
    const items = [
      {
        kind: "file",
        type: dropped.type,
        getAsFile: () => dropped,
        getAsFileSystemHandle: async () => null,
      },
    ];
    Object.defineProperty(drop, "dataTransfer", { value: { types: ["Files"], files: [dropped], items } });
    fireEvent(dialog(), drop);
    await waitFor(() => expect(fileNames()).toEqual(["one.jpg", "two.jpg"]));
  });

  test.each<[UploadFilter, string]>([
    [
      "image",
      "Unsupported file type(s): Only images (JPG, PNG, GIF, WebP, AVIF, RAW, JPEG XL) are supported",
    ],
    ["video", "Unsupported file type(s): Only videos (MP4, MOV, AVI, MKV, WebM, MPG, MTS) are supported"],
    ["all", "Unsupported file type(s): Only images and videos are supported"],
  ])("with the filter %s other types are refused with its message", async (filter, words) => {
    await open(filter);
    await choose(fileOf("notes.txt", "text/plain"));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText("Not added: notes.txt")).toBeVisible();
    expect(files()).toEqual([]);
  });

  test("an iPhone's photo is accepted as it is if the server decodes HEIC", async () => {
    server.next("/api/media/upload-limits", { json: { takesHeic: true } });
    await open("image");
    expect(
      await screen.findByText("JPG, PNG, GIF, WebP, AVIF, HEIC, RAW or JPEG XL up to 10MB"),
    ).toBeVisible();
    expect(screen.getByLabelText("Files to upload")).toHaveAttribute(
      "accept",
      expect.stringContaining("image/heic"),
    );
    server.next("/api/media/upload-limits", { json: { takesHeic: true } });
    await choose(fileOf("IMG_0042.HEIC", "image/heic"));
    await waitFor(() => expect(fileNames()).toEqual(["IMG_0042.HEIC"]));
  });

  test("if it doesn't, the person sees how to make it a JPEG", async () => {
    await open("image");
    await choose(fileOf("IMG_0042.HEIC", "image/heic"), fileOf("one.jpg", "image/jpeg"));
    expect(await screen.findByText(/IMG_0042.HEIC is an iPhone photo/)).toBeVisible();
    expect(screen.getByText(/File, Export, JPEG/)).toBeVisible();
    expect(
      screen.getByText(/Only images \(JPG, PNG, GIF, WebP, AVIF, RAW, JPEG XL\) are supported/),
    ).toBeVisible();
    expect(fileNames()).toEqual(["one.jpg"]);
  });

  test("files that are too large are named with the limit for 8 seconds and dropped, the rest is kept", async () => {
    await open();
    const huge = fileOf("huge.jpg", "image/jpeg");
    const film = fileOf("film.mp4", "video/mp4");
    Object.defineProperty(huge, "size", { value: 10 * 1_048_576 + 1 });
    Object.defineProperty(film, "size", { value: 100 * 1_048_576 + 1 });
    jest.useFakeTimers({ doNotFake: ["queueMicrotask"] });
    const hasty = userEvent.setup({ applyAccept: false, advanceTimers: jest.advanceTimersByTime });
    await hasty.upload(screen.getByLabelText("Files to upload"), [
      huge,
      film,
      fileOf("one.jpg", "image/jpeg"),
    ]);
    await toastSays(
      "File(s) too large",
      "huge.jpg: images can be up to 10MB. film.mp4: videos can be up to 100MB.",
    );
    expect(fileNames()).toEqual(["one.jpg"]);
    await act(() => jest.advanceTimersByTimeAsync(7500));
    expect(screen.queryAllByText("File(s) too large").length).toBeGreaterThan(0);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.queryAllByText("File(s) too large")).toEqual([]);
    jest.useRealTimers();
  });
});

describe("limits that a super admin has set", () => {
  const megabyte = 1_048_576;
  beforeEach(() => {
    const answerOthers = server.others;
    server.others = (call) =>
      call.path === "/api/media/upload-limits"
        ? { json: { maxImageBytes: 2 * megabyte, maxVideoBytes: 7.5 * megabyte } }
        : answerOthers(call);
  });

  test("are shown before anything is chosen, and enforced", async () => {
    await open();
    expect(await screen.findByText("JPG, PNG, GIF, WebP, AVIF, RAW or JPEG XL up to 2MB")).toBeVisible();
    expect(screen.getByText("MP4, MOV, AVI, MKV, WebM, MPG or MTS up to 7.5MB")).toBeVisible();
    await choose(
      fileOf("fits.jpg", "image/jpeg", 2 * megabyte),
      fileOf("over.jpg", "image/jpeg", 2 * megabyte + 1),
      fileOf("film.mp4", "video/mp4", 8 * megabyte),
    );
    await toastSays(
      "File(s) too large",
      "over.jpg: images can be up to 2MB. film.mp4: videos can be up to 7.5MB.",
    );
    expect(fileNames()).toEqual(["fits.jpg"]);
  });

  test("that can't be loaded fall back to the specification's, and the files are accepted", async () => {
    server.next("/api/media/upload-limits", "lost", "lost", "lost");
    await open();
    await choose(fileOf("one.jpg", "image/jpeg", 3 * megabyte));
    await waitFor(() => expect(fileNames()).toEqual(["one.jpg"]));
    expect(screen.getByText("JPG, PNG, GIF, WebP, AVIF, RAW or JPEG XL up to 10MB")).toBeVisible();
  });
});

describe("files handed over by the page", () => {
  const offer = (...chosen: File[]) => act(() => openUploadDialog({ filter: "all", files: chosen }));

  test("join those already chosen, under the current title", async () => {
    await open("image", "Upload Family Media");
    await choose(fileOf("one.jpg", "image/jpeg"));
    offer(fileOf("two.mp4", "video/mp4"));
    await waitFor(() => expect(fileNames()).toEqual(["one.jpg", "two.mp4"]));
    offer(fileOf("three.jpg", "image/jpeg"));
    await waitFor(() => expect(fileNames()).toEqual(["one.jpg", "two.mp4", "three.jpg"]));
    expect(dialog()).toHaveAccessibleName("Upload Family Media");
  });

  test("during an upload are kept for the next one", async () => {
    await open();
    server.next("/api/media", "silent");
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.click(uploadButton());
    await act(() => server.until("/api/media", 1));
    offer(fileOf("two.jpg", "image/jpeg"));
    await waitFor(() => expect(fileNames()).toEqual(["one.jpg", "two.jpg"]));
    act(() => server.release());
    await toastSays("Upload complete", "Successfully uploaded 1 of 1 files");
    await user.click(await screen.findByRole("button", { name: "Upload 1 file" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.kept.map(({ fileName }) => fileName)).toEqual(["one.jpg", "two.jpg"]);
  });
});

describe("the form", () => {
  test("starts at the current month, with years back to 2022", async () => {
    await open();
    const year = screen.getByRole("combobox", { name: "Year" });
    expect(year).toHaveValue(String(now.getFullYear()));
    expect(screen.getByRole("combobox", { name: "Month" })).toHaveValue(String(now.getMonth() + 1));
    const years = within(year)
      .getAllByRole("option")
      .map((option) => (option as HTMLOptionElement).value)
      .filter((value) => /^\d+$/.test(value))
      .map(Number);
    expect(years[0]).toBe(now.getFullYear());
    expect(years.at(-1)).toBe(2022);
  });

  test("says what is missing, and keeps what was typed", async () => {
    await open();
    await user.type(description(), "At the lake");
    await user.type(description(), "{Control>}{Enter}{/Control}");
    expect(
      await screen.findByText("No files selected: Please select at least one file to upload."),
    ).toBeVisible();
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Year" }), "");
    await user.selectOptions(screen.getByRole("combobox", { name: "Month" }), "");
    await user.click(uploadButton());
    expect(screen.getByRole("combobox", { name: "Year" })).toHaveAccessibleDescription("Year is required");
    expect(screen.getByRole("combobox", { name: "Month" })).toHaveAccessibleDescription("Month is required");
    expect(description()).toHaveValue("At the lake");
    expect(server.to("/api/media")).toEqual([]);
  });

  test("shows the text's hashtags as chips that can be removed", async () => {
    await open();
    await user.type(description(), "With #Nana at the #lake");
    await user.click(screen.getByRole("button", { name: "Remove #nana" }));
    expect(description()).toHaveValue("With at the #lake");
    expect(screen.queryByRole("button", { name: "Remove #nana" })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove #lake" })).toBeVisible();
  });

  test("offers 8 recently used hashtags; one that is already there is ignored", async () => {
    await open();
    expect(screen.getAllByRole("button", { name: /^Add #/ })).toHaveLength(8);
    await user.click(screen.getByRole("button", { name: "Add #beach" }));
    expect(description()).toHaveValue("#beach ");
    await user.click(screen.getByRole("button", { name: "Add #beach" }));
    expect(description()).toHaveValue("#beach ");
    expect(description()).toHaveAccessibleDescription(/hashtags such as #family, #vacation or #birthday/);
  });

  test("reopening resets month and text, and keeps the chosen files", async () => {
    await open();
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.type(description(), "Typed");
    await user.selectOptions(screen.getByRole("combobox", { name: "Year" }), "2023");
    await user.click(screen.getByRole("button", { name: "Close" }));
    act(() => openUploadDialog({ filter: "all" }));
    expect(await screen.findByRole("textbox", { name: "Description" })).toHaveValue("");
    expect(screen.getByRole("combobox", { name: "Year" })).toHaveValue(String(now.getFullYear()));
    expect(fileNames()).toEqual(["one.jpg"]);
    act(() => closeUploadDialog());
    act(() => openUploadDialog({ filter: "video" }));
    await waitFor(() => expect(files()).toEqual([]));
  });

  test("closing returns the focus to what opened it: a menu's button for a menu entry", async () => {
    render(
      <>
        <button type="button" id="menu-button">
          Upload
        </button>
        <div role="menu" aria-labelledby="menu-button">
          <div role="menuitem" tabIndex={-1}>
            Upload Photos
          </div>
        </div>
      </>,
    );
    screen.getByRole("menuitem").focus();
    await open("image");
    await waitFor(() => expect(dialog()).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Upload" })).toHaveFocus());
  });

  test("has no accessibility faults, empty and filled", async () => {
    await open();
    expect((await axe(dialog())).violations).toEqual([]);
    await choose(fileOf("one.jpg", "image/jpeg"), fileOf("notes.txt", "text/plain"));
    await user.type(description(), "At the #lake");
    expect((await axe(dialog())).violations).toEqual([]);
  });
});

describe("uploading", () => {
  test("shows progress, closes on success with a message, resets and makes the album's lists stale", async () => {
    await open();
    queryClient.setQueryData(["/api/media/latest"], []);
    queryClient.setQueryData(["/api/year-covers"], []);
    queryClient.setQueryData(["/api/notices"], []);
    server.next("/api/media", "silent");
    await choose(fileOf("one.jpg", "image/jpeg"), fileOf("two.jpg", "image/jpeg"));
    await user.type(description(), "At the #lake");
    await user.click(uploadButton());
    const bar = await screen.findByRole("progressbar", { name: "Upload of one.jpg" });
    await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "89"));
    expect(screen.getByText("Saving to database")).toBeVisible();
    expect(screen.getByText("Preparing to upload")).toBeVisible();
    expect(within(dialog()).getByRole("status")).toHaveTextContent(
      "Uploading 1 of 2, one.jpg: Saving to database",
    );
    expect(uploadButtonGone()).toBe(true);
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);

    act(() => server.release());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await toastSays("Upload complete", "Successfully uploaded 2 of 2 files");
    expect(server.kept.map(({ fileName, description: words }) => [fileName, words])).toEqual([
      ["one.jpg", "At the #lake"],
      ["two.jpg", "At the #lake"],
    ]);
    expect(queryClient.getQueryData(["/api/media/latest"])).toBeUndefined();
    expect(queryClient.getQueryData(["/api/year-covers"])).toBeUndefined();
    expect(queryClient.getQueryData(["/api/notices"])).toEqual([]);
    const later = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
  });

  const uploadButtonGone = () => within(dialog()).queryByRole("button", { name: /^Upload/ }) === null;

  test("on partial failure the failed files stay listed with their reason, to retry or clear", async () => {
    await open();
    server.next("/api/media", "usual", { status: 500, json: { error: "No luck" } });
    await choose(fileOf("one.jpg", "image/jpeg"), fileOf("two.jpg", "image/jpeg"));
    await user.type(description(), "Kept words");
    await user.click(uploadButton());
    await toastSays(
      "Some uploads failed",
      /Successfully uploaded 1 of 2 files\. Failed to upload two\.jpg: No luck/,
    );
    expect(fileNames()).toEqual(["two.jpg"]);
    expect(within(dialog()).getByText("Failed to upload two.jpg: No luck")).toHaveAttribute("role", "alert");
    expect(description()).toHaveValue("Kept words");
    await user.click(screen.getByRole("button", { name: "Clear All" }));
    expect(files()).toEqual([]);
    expect(screen.queryByRole("button", { name: "Clear All" })).toBeNull();
  });

  test("if nothing was uploaded the whole process failed", async () => {
    await open();
    server.next("/api/media", { status: 500 });
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.click(uploadButton());
    await toastSays("Upload process failed", "Failed to upload one.jpg: Upload failed with status: 500.");
  });

  test("a file the server finds too large has its own toast", async () => {
    await open();
    server.next("/api/media", { status: 413, text: "Payload Too Large" });
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.click(uploadButton());
    await toastSays(
      "File size exceeded limit",
      "Failed to upload one.jpg: File is too large for upload (max size: 10MB)",
    );
  });

  test("cancelling shows a message, clears the list, and can be undone", async () => {
    await open();
    server.next("/api/media", "silent");
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.click(uploadButton());
    await act(() => server.until("/api/media", 1));
    await user.click(screen.getByRole("button", { name: "Cancel Upload" }));
    await toastSays("Upload cancelled", "Upload cancelled by user");
    expect(files()).toEqual([]);
    expect(server.aborted).toEqual(["/api/media"]);
    await user.click(await screen.findByRole("button", { name: "Undo", hidden: true }));
    expect(fileNames()).toEqual(["one.jpg"]);
  });

  test("cancelling a chunked clip mentions it", async () => {
    await open();
    server.next("/api/media/chunked-upload/chunk", "usual", "silent");
    await choose(longClip().file);
    await user.click(uploadButton());
    await act(() => server.until("/api/media/chunked-upload/chunk", 2));
    await user.click(screen.getByRole("button", { name: "Cancel Upload" }));
    await toastSays("Upload cancelled", "Chunked upload cancelled by user");
    await act(() => server.until("/api/media/chunked-upload/cancel", 1));
  });

  test("continues while the dialog is closed, and can be viewed again", async () => {
    await open();
    server.next("/api/media", "silent");
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.click(uploadButton());
    await act(() => server.until("/api/media", 1));
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: /Uploading 1 of 1/ }));
    expect(await screen.findByRole("progressbar", { name: "Upload of one.jpg" })).toBeVisible();
    act(() => server.release());
    await toastSays("Upload complete");
  });
});

describe("leaving", () => {
  async function uploadTwo() {
    const view = await open();
    server.next("/api/media", "silent");
    await choose(fileOf("one.jpg", "image/jpeg"), fileOf("two.jpg", "image/jpeg"));
    await user.click(uploadButton());
    await act(() => server.until("/api/media", 1));
    act(() => closeUploadDialog());
    return view;
  }

  test("for a page with another layout, the upload continues and shows there again", async () => {
    const { unmount } = await uploadTwo();
    unmount();
    server.release();
    await server.until("/api/media", 2);
    expect(server.aborted).toEqual([]);
    await open();
    await toastSays("Upload complete", "Successfully uploaded 2 of 2 files");
  });

  test("by signing out, the upload stops silently", async () => {
    const { unmount } = await uploadTwo();
    localStorage.setItem(signOutMarkerKey, "1");
    unmount();
    expect(server.aborted).toEqual(["/api/media"]);
    const calls = server.calls.length;
    server.release();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(server.calls).toHaveLength(calls);
    expect(toastStore.entries()).toEqual([]);
    localStorage.clear();
  });
});

describe("a duplicate", () => {
  async function meetDuplicate() {
    await open();
    server.next("/api/media", duplicate);
    await choose(fileOf("one.jpg", "image/jpeg"), fileOf("two.jpg", "image/jpeg"));
    await user.click(uploadButton());
    return screen.findByRole("heading", { name: "Duplicate File Detected" });
  }

  test("shows the existing item, with a link to it, and no toast", async () => {
    await meetDuplicate();
    expect(dialog()).toHaveTextContent("one.jpg already exists in your album.");
    expect(dialog()).toHaveTextContent("There it's called the lake.jpg, uploaded on 1 June 2025.");
    expect(screen.getByRole("link", { name: /See it in the album/ })).toHaveAttribute(
      "href",
      "/view-image/old-1",
    );
    expect(dialog().querySelector("img[src='/api/images/thumbnail/old-1']")).not.toBeNull();
    expect(toastStore.entries()).toEqual([]);
    expect((await axe(dialog())).violations).toEqual([]);
  });

  test("appears once the others are uploaded and blocks closing until dismissed; then the dialog closes", async () => {
    await meetDuplicate();
    expect(server.kept.map(({ fileName }) => fileName)).toEqual(["two.jpg"]);
    expect(dialog()).toHaveTextContent("Successfully uploaded 1 of 2 files.");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
    expect(screen.getByRole("heading", { name: "Duplicate File Detected" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(toastStore.entries()).toEqual([]);
  });

  test("with others and a failed file is combined into one report", async () => {
    await open();
    server.next("/api/media", duplicate, { status: 500, json: { error: "No luck" } }, duplicate);
    await choose(...["one", "two", "three", "four"].map((name) => fileOf(`${name}.jpg`, "image/jpeg")));
    await user.click(uploadButton());
    expect(await screen.findAllByRole("heading", { name: "Duplicate File Detected" })).toHaveLength(1);
    expect(dialog()).toHaveTextContent("2 files already exist in your album. They were not uploaded again.");
    expect(dialog()).toHaveTextContent(
      "Successfully uploaded 1 of 4 files. Failed to upload two.jpg: No luck.",
    );
    const rows = within(screen.getByRole("list", { name: "Duplicate files" })).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining("one.jpg"),
      expect.stringContaining("three.jpg"),
    ]);
    expect(toastStore.entries()).toEqual([]);
    expect((await axe(dialog())).violations).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(fileNames()).toEqual(["two.jpg"]);
    await user.click(screen.getByRole("button", { name: "Upload 1 file" }));
    await toastSays("Upload complete", "Successfully uploaded 1 of 1 files");
  });

  test("alone it leaves the dialog open for another choice, without a toast", async () => {
    await open();
    server.next("/api/media", duplicate);
    await choose(fileOf("one.jpg", "image/jpeg"));
    await user.click(uploadButton());
    await user.click(await screen.findByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(uploadButton()).toBeDisabled());
    expect(files()).toEqual([]);
    expect(toastStore.entries()).toEqual([]);
  });

  test("found while the dialog is closed, it opens the dialog at the end", async () => {
    await open();
    server.next("/api/media", "silent", duplicate);
    await choose(...["one", "two", "three"].map((name) => fileOf(`${name}.jpg`, "image/jpeg")));
    await user.click(uploadButton());
    await act(() => server.until("/api/media", 1));
    await user.click(screen.getByRole("button", { name: "Close" }));
    act(() => server.release());
    expect(await screen.findByRole("heading", { name: "Duplicate File Detected" })).toBeVisible();
    expect(server.kept.map(({ fileName }) => fileName)).toEqual(["one.jpg", "three.jpg"]);
  });
});
