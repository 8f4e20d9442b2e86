import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

test("a dialog has a name, keeps the focus inside and returns it", async () => {
  render(
    <Dialog>
      <DialogTrigger>Open it</DialogTrigger>
      <DialogContent title="Upload Media" description="Choose photos">
        <input aria-label="Inside" />
      </DialogContent>
    </Dialog>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Open it" }));
  const dialog = screen.getByRole("dialog", { name: "Upload Media" });
  expect(dialog).toHaveAccessibleDescription("Choose photos");
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Open it" })).toHaveFocus();
});

function Opening() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Post a notice</Button>
      {isOpen && (
        <Dialog open onOpenChange={setIsOpen}>
          <DialogContent title="New notice">
            <button type="button" onClick={() => setIsOpen(false)}>
              Post
            </button>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

test("a dialog opened by any button returns the focus to it, even if it closes immediately", async () => {
  render(<Opening />);
  const opener = screen.getByRole("button", { name: "Post a notice" });
  await userEvent.click(opener);
  await userEvent.click(screen.getByRole("button", { name: "Post" }));
  await waitFor(() => expect(opener).toHaveFocus());
});

function Asking({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Delete</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Delete this picture?"
        description="It stays in the trash for 30 days."
        confirmLabel="Delete it"
        onConfirm={onConfirm}
      />
    </>
  );
}

test("a confirmation starts on Cancel and confirms only on its own button", async () => {
  const onConfirm = jest.fn();
  render(<Asking onConfirm={onConfirm} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(screen.getByRole("alertdialog", { name: "Delete this picture?" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onConfirm).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole("button", { name: "Delete" })).toHaveFocus());
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete it" }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

/** Presses as a browser does: React isn't forced to finish deferred work, as it is inside `act`. */
async function pressWithoutAct(button: HTMLElement) {
  const setting = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = setting.IS_REACT_ACT_ENVIRONMENT;
  setting.IS_REACT_ACT_ENVIRONMENT = false;
  button.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true, button: 0 }));
  button.click();
  // Immediate changes from a press happen in microtasks.
  for (let turn = 0; turn < 5; turn++) await null;
  return () => {
    setting.IS_REACT_ACT_ENVIRONMENT = before;
  };
}

test.each([
  ["a dialog", <Opening key="dialog" />, "Post a notice", "dialog"],
  [
    "a menu",
    <DropdownMenu key="menu">
      <DropdownMenuTrigger>More</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem>Rename</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>,
    "More",
    "menu",
  ],
])("the press that opens %s is answered before it renders", async (_what, page, name, role) => {
  render(page);
  const restore = await pressWithoutAct(screen.getByRole("button", { name }));
  expect(screen.queryByRole(role)).not.toBeInTheDocument();
  expect(await screen.findByRole(role)).toBeVisible();
  restore();
});
