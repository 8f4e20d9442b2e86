import { act, fireEvent, render, screen } from "@testing-library/react";
import { removeToast, toast, toastStore } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";

afterEach(() => act(() => removeToast()));

// jsdom has no PointerEvent; a MouseEvent with a pointer event's name carries the coordinates as well.
function touch(type: string, clientX: number): MouseEvent {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX, clientY: 0 });
  return Object.assign(event, { pointerId: 1, pointerType: "touch" });
}

/** @returns whether the toast is still open */
async function swipe(distance: number) {
  render(<Toaster />);
  act(() => void toast({ title: "Profile updated" }));
  const item = (await screen.findByText("Profile updated")).closest("li") as HTMLElement;
  fireEvent(item, touch("pointerdown", 0));
  fireEvent(item, touch("pointermove", distance / 2));
  fireEvent(item, touch("pointermove", distance));
  fireEvent(item, touch("pointerup", distance));
  return toastStore.entries()[0]?.isOpen;
}

test("a toast swiped right by more than 50 pixels is dismissed", async () => {
  expect(await swipe(51)).toBe(false);
});

test.each([
  ["right by less", 49],
  ["left", -200],
])("a toast swiped %s stays", async (_, distance) => {
  expect(await swipe(distance)).toBe(true);
});
