import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AccordionItem } from "@/components/ui/accordion";
import { Avatar } from "@/components/ui/avatar";
import { CountBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";

test.each([
  [1, "1"],
  [99, "99"],
  [100, "99+"],
])("a badge of %d reads %s", (count, text) => {
  render(<CountBadge count={count} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test("a badge of nothing is not rendered", () => {
  const { container } = render(<CountBadge count={0} />);
  expect(container).toBeEmptyDOMElement();
});

test("an avatar is drawn locally, without a picture from elsewhere", () => {
  const { container } = render(<Avatar name="Ada Okafor" isLabelled />);
  expect(screen.getByRole("img", { name: "Ada Okafor" })).toHaveTextContent("AO");
  expect(container.querySelector("img")).toBeNull();
});

test("a busy button refuses presses and keeps the focus", async () => {
  const onClick = jest.fn();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  await userEvent.click(screen.getByRole("button"));
  rerender(
    <Button onClick={onClick} isBusy>
      Save
    </Button>,
  );
  await userEvent.click(screen.getByRole("button"));
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("button")).toHaveFocus();
});

test("a busy button says what it is doing", () => {
  const label = { busyLabel: "Saving...", children: "Save" };
  const { rerender } = render(<Button {...label} />);
  expect(screen.getByRole("button")).toHaveTextContent(/^Save$/);
  rerender(<Button {...label} isBusy />);
  expect(screen.getByRole("button")).toHaveTextContent(/^Saving\.\.\.$/);
});

test("a busy submit button submits nothing", async () => {
  const onSubmit = jest.fn((event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isBusy>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole("button"));
  expect(onSubmit).not.toHaveBeenCalled();
});

test.each([
  [-5, 0],
  [41.6, 42],
  [140, 100],
])("progress of %d is announced as %d percent", (percent, shown) => {
  render(<Progress percent={percent} label="beach.jpg" />);
  expect(screen.getByRole("progressbar", { name: "beach.jpg" })).toHaveAttribute(
    "aria-valuenow",
    String(shown),
  );
});

test("an accordion renders its content when first opened and hides it again", async () => {
  render(<AccordionItem title="2024">months</AccordionItem>);
  expect(screen.queryByText("months")).not.toBeInTheDocument();
  const button = screen.getByRole("button", { name: "2024", expanded: false });
  await userEvent.click(button);
  expect(screen.getByRole("region", { name: "2024" })).toHaveTextContent("months");
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-expanded", "false");
  expect(screen.getByText("months")).not.toBeVisible();
});
