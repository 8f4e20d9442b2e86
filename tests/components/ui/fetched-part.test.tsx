import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { pressAnswered } from "@/components/ui/after-press";
import { fetchedPart } from "@/components/ui/fetched-part";
import { removeToast } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";
import { expectConsoleError } from "@/tests/support/fail-on-console-error";

const Dialog = ({ onClose }: { onClose: () => void }) => (
  <div role="dialog">
    <button type="button" onClick={onClose}>
      Done
    </button>
  </div>
);

let isConnected = false;
const load = jest.fn(async () => {
  if (!isConnected) throw new Error("Loading chunk 7 failed");
  return Dialog;
});

beforeEach(() => {
  isConnected = false;
});
afterEach(() => act(() => removeToast()));

function Page({ part: Part }: { part: ReturnType<typeof fetchedPart<{ onClose: () => void }>> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <textarea aria-label="Words" />
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen && <Part onClose={() => setOpen(false)} />}
      <Toaster />
    </>
  );
}

test("a part that can't be fetched says so, closes, keeps what was typed, and loads on the next press", async () => {
  // React logs the errors that a boundary caught.
  expectConsoleError(/A part of the page could not be loaded/);
  render(<Page part={fetchedPart(load)} />);
  await userEvent.type(screen.getByLabelText("Words"), "for grandma");
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(await screen.findByText("This could not be loaded")).toBeVisible();
  expect(screen.getByLabelText("Words")).toHaveValue("for grandma");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();

  isConnected = true;
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  await userEvent.click(await screen.findByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Words")).toHaveValue("for grandma");
});

test("one that nobody requested says nothing, and loads once there is a connection", async () => {
  expectConsoleError(/A part of the page could not be loaded/);
  const Hint = fetchedPart(
    async () => {
      await load();
      return () => <p>There are 3 like it</p>;
    },
    { isQuiet: true },
  );
  render(
    <>
      <Hint />
      <Toaster />
    </>,
  );
  await act(pressAnswered);
  expect(screen.queryByText("This could not be loaded")).not.toBeInTheDocument();
  isConnected = true;
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("There are 3 like it")).toBeVisible();
});

test("an error in the part itself is the page's", async () => {
  const Broken = fetchedPart(async () => (): null => {
    throw new Error("not of the network");
  });
  const whenBroken = async () => {
    render(<Broken />);
    await act(pressAnswered);
  };
  await expect(whenBroken()).rejects.toThrow("not of the network");
});

test("a press is answered before the code it needs is requested", async () => {
  isConnected = true;
  load.mockClear();
  render(<Page part={fetchedPart(load)} />);
  await act(async () => screen.getByRole("button", { name: "Edit" }).click());
  expect(load).not.toHaveBeenCalled();
  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
