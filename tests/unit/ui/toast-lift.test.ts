import { liftAbove } from "@/components/ui/toast-lift";

const toast = { top: 700, bottom: 760, left: 10, right: 380 };
const button = (top: number, left = 20, right = 200) => ({ top, bottom: top + 44, left, right });

test("a toast that covers no primary button stays in its place", () => {
  expect(liftAbove(toast, [])).toBe(0);
  expect(liftAbove(toast, [button(400), button(690, 500, 700)])).toBe(0);
});

test("a toast moves above the button that it would cover", () => {
  // 8 pixels between them: its bottom is at 712, the button begins at 720.
  expect(liftAbove(toast, [button(720)])).toBe(48);
});

test("and above the next one that it would cover there", () => {
  const lift = liftAbove(toast, [button(650), button(720)]);
  const [top, bottom] = [toast.top - lift, toast.bottom - lift];
  expect(bottom).toBeLessThanOrEqual(650);
  expect(top).toBeGreaterThan(0);
});

test("in whichever order the buttons come", () => {
  expect(liftAbove(toast, [button(720), button(650)])).toBe(liftAbove(toast, [button(650), button(720)]));
});

test("if buttons fill the screen it stays where it is", () => {
  const column = Array.from({ length: 16 }, (_, index) => button(index * 50));
  expect(liftAbove(toast, column)).toBe(0);
});
