import { render, screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { ApplicationError } from "@/components/shell/layout/application-error";
import { PageNotFound } from "@/components/shell/layout/page-not-found";

test("the application's error offers a reload and the login", async () => {
  const { container } = render(<ApplicationError />);
  expect(screen.getByRole("heading", { name: "Application Error" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Reload Application" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/login");
  expect((await axe(container)).violations).toEqual([]);
});

test("an unknown page says so and links home", () => {
  render(<PageNotFound />);
  expect(screen.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to home" })).toHaveAttribute("href", "/");
});
