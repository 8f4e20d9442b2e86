import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";

test("label, hint and error belong to the control", async () => {
  const { container } = render(
    <FormField label="Email" hint="Only your family sees it." error="Please enter a valid email address">
      {(control) => <Input {...control} />}
    </FormField>,
  );
  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription("Only your family sees it. Please enter a valid email address");
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a valid email address");
  expect((await axe(container)).violations).toEqual([]);
});

test("a field without an error is valid and shows no message", () => {
  render(<FormField label="Email">{(control) => <Input {...control} />}</FormField>);
  expect(screen.getByRole("textbox")).toBeValid();
  expect(screen.getByRole("textbox")).not.toHaveAttribute("aria-describedby");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a password can be shown and hidden", async () => {
  render(<FormField label="Password">{(control) => <PasswordInput {...control} />}</FormField>);
  const input = screen.getByLabelText("Password");
  expect(input).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input).toHaveAttribute("type", "text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input).toHaveAttribute("type", "password");
});
