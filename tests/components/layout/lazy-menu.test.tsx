import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LazyMenu, type LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { Toaster } from "@/components/ui/toaster";

const Content = ({ trigger }: LazyMenuContentProps) => (
  <>
    {trigger}
    <p>The entries</p>
  </>
);

test("a menu that can't be fetched says so when pressed, and opens on a later press", async () => {
  let isConnected = false;
  const load = jest.fn(async () => {
    if (!isConnected) throw new Error("Loading chunk 7 failed");
    return Content;
  });
  render(
    <>
      <LazyMenu load={load}>Upload</LazyMenu>
      <Toaster />
    </>,
  );
  const button = screen.getByRole("button", { name: "Upload" });
  await userEvent.hover(button);
  expect(load).toHaveBeenCalled();
  expect(screen.queryByText("This could not be loaded")).not.toBeInTheDocument();
  await userEvent.click(button);
  expect(await screen.findByText("This could not be loaded")).toBeVisible();
  expect(screen.getByText("Please check your connection and try again.")).toBeVisible();

  isConnected = true;
  await userEvent.click(button);
  expect(await screen.findByText("The entries")).toBeVisible();
});
