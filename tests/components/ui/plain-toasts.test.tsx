import { act, render, screen } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { PlainToasts } from "@/components/ui/plain-toasts";
import { toast, toastDurationMs, toastStore } from "@/components/ui/toast";

function Shown() {
  return <PlainToasts entries={useSyncExternalStore(toastStore.subscribe, toastStore.entries)} />;
}

test("without their fetched code, toasts are shown, announced, pressed, closed and end on their own", async () => {
  jest.useFakeTimers();
  render(<Shown />);
  const onSelect = jest.fn();
  act(() => void toast({ title: "Photo deleted", action: { label: "Undo", onSelect } }));
  expect(screen.getByRole("status")).toHaveTextContent("Photo deleted");
  act(() => screen.getByRole("button", { name: "Undo" }).click());
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("Photo deleted")).not.toBeInTheDocument();

  let _failed = { id: 0 };
  act(() => {
    _failed = toast({
      title: "This could not be loaded",
      description: "Please try again.",
      variant: "danger",
    });
  });
  expect(screen.getByRole("alert")).toHaveTextContent("This could not be loadedPlease try again.");
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();

  act(() => void toast({ title: "Saved" }));
  act(() => jest.advanceTimersByTime(toastDurationMs + 1));
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  jest.useRealTimers();
});
