import { render, screen } from "@testing-library/react";
import { SignupPage } from "@/components/account/accounts/signup-page";

const elsewhere = {
  question: "Starting an album?",
  href: "/organization/signup",
  label: "Create your family",
};
const show = (isOpen: boolean) =>
  render(
    <SignupPage
      appName="Keepsake"
      user={null}
      isOpen={isOpen}
      title="Create Account"
      lead="For somebody new."
      elsewhere={elsewhere}
    >
      <button type="submit">Create</button>
    </SignupPage>,
  );

test("while sign-up is open, the form is shown", () => {
  show(true);
  expect(screen.getByRole("button", { name: "Create" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Create your family" })).toBeVisible();
});

test("while it is closed, the page says so and links to no other sign-up", () => {
  show(false);
  expect(screen.getByText(/This album is by invitation only/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Create your family" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login");
});
