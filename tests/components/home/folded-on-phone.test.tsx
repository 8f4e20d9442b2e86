import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FoldedOnPhone } from "@/components/album/home/folded-on-phone";

afterEach(() => window.history.replaceState(null, "", "/"));

const fold = (isOpenAtFirst = false) =>
  render(
    <FoldedOnPhone title="2 notices" isOpenAtFirst={isOpenAtFirst} anchor="notice-">
      <p>Sunday lunch</p>
    </FoldedOnPhone>,
  );
const button = () => screen.getByRole("button", { name: "2 notices" });

test("the board is collapsed until its button is pressed", async () => {
  fold();
  expect(button()).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button());
  expect(button()).toHaveAttribute("aria-expanded", "true");
  expect(document.getElementById(button().getAttribute("aria-controls") ?? "")).toHaveTextContent(
    "Sunday lunch",
  );
});

test("it is open if something is unread", () => {
  fold(true);
  expect(button()).toHaveAttribute("aria-expanded", "true");
});

test("an address that names a notice expands it, on arrival and later", () => {
  window.history.replaceState(null, "", "/#notice-1");
  const { unmount } = fold();
  expect(button()).toHaveAttribute("aria-expanded", "true");
  unmount();
  window.history.replaceState(null, "", "/");
  fold();
  expect(button()).toHaveAttribute("aria-expanded", "false");
  act(() => {
    window.history.replaceState(null, "", "/#notice-2");
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  });
  expect(button()).toHaveAttribute("aria-expanded", "true");
});
