import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  dismissToast,
  removeToast,
  toast,
  toastDurationMs,
  toastRemoveDelayMs,
  toastStore,
  toastSwipeThreshold,
} from "@/components/ui/toast";
import { ToastList } from "@/components/ui/toast-list";
import { Toaster } from "@/components/ui/toaster";

afterEach(() => {
  act(() => removeToast());
  jest.useRealTimers();
});

test("the constants are those of specification 9.3", () => {
  expect([toastDurationMs, toastRemoveDelayMs, toastSwipeThreshold]).toEqual([5000, 1_000_000, 50]);
});

test("a new toast replaces the previous one", async () => {
  render(<Toaster />);
  act(() => void toast({ title: "Upload complete", description: "Successfully uploaded 1 of 1 files" }));
  expect(await screen.findByText("Upload complete")).toBeVisible();
  act(() => void toast({ title: "Profile updated" }));
  expect(await screen.findByText("Profile updated")).toBeVisible();
  expect(screen.queryByText("Upload complete")).not.toBeInTheDocument();
});

test("a toast can be updated and closed", async () => {
  render(<Toaster />);
  let handle: ReturnType<typeof toast> | undefined;
  act(() => {
    handle = toast({ title: "Uploading" });
  });
  expect(await screen.findByText("Uploading")).toBeVisible();
  act(() => handle?.update({ title: "Done" }));
  expect(screen.getByText("Done")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Done")).not.toBeInTheDocument();
});

test("F8 moves the focus to the toasts", async () => {
  render(<Toaster />);
  act(() => void toast({ title: "Setup complete!" }));
  await screen.findByText("Setup complete!");
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  expect(screen.getByRole("region", { name: /F8/ })).toContainElement(document.activeElement as HTMLElement);
});

test("a dismissed toast is forgotten after the removal delay, not before", () => {
  jest.useFakeTimers();
  toast({ title: "Gone soon" });
  dismissToast();
  jest.advanceTimersByTime(toastRemoveDelayMs - 1);
  expect(toastStore.entries()).toMatchObject([{ title: "Gone soon", isOpen: false }]);
  jest.advanceTimersByTime(1);
  expect(toastStore.entries()).toEqual([]);
});

test.each([
  [undefined, 5000],
  [8000, 8000],
])("a toast with the duration %s closes automatically after %d ms", (durationMs, expected) => {
  jest.useFakeTimers();
  toast({ title: "Briefly", ...(durationMs ? { durationMs } : {}) });
  render(<ToastList entries={toastStore.entries()} />);
  act(() => jest.advanceTimersByTime(expected - 100));
  expect(toastStore.entries()[0]?.isOpen).toBe(true);
  act(() => jest.advanceTimersByTime(200));
  expect(toastStore.entries()[0]?.isOpen).toBe(false);
});
