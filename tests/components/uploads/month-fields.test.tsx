import { screen, within } from "@testing-library/react";
import { MonthFields } from "@/components/album/uploads/month-fields";
import { FakeApi } from "@/tests/support/fake-api";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const form = { year: 2024, month: 3, description: "" };

function values(name: string): number[] {
  const options = within(screen.getByRole("combobox", { name })).getAllByRole("option");
  return options
    .map((option) => (option as HTMLOptionElement).value)
    .filter(Boolean)
    .map(Number);
}

test("year choices run from the current year back to 2022, month choices from 1 to 12", () => {
  renderInSession(<MonthFields form={form} onChange={() => {}} hasSubmitted={false} />);
  const years = values("Year");
  expect(years).toEqual(
    Array.from({ length: new Date().getFullYear() - 2021 }, (_, index) => new Date().getFullYear() - index),
  );
  expect(years.at(-1)).toBe(2022);
  expect(values("Month")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(screen.getByRole("option", { name: "December" })).toHaveValue("12");
});

test("in an album that begins in 1985 year choices run back to 1985", () => {
  const { currentFamily } = userDto();
  const initialUser = userDto({ currentFamily: currentFamily && { ...currentFamily, firstYear: 1985 } });
  new FakeApi().on("GET /api/auth/me", { json: initialUser }).install();
  renderInSession(
    <MonthFields form={{ year: null, month: null }} onChange={() => {}} hasSubmitted={false} />,
    { initialUser },
  );
  const years = within(screen.getByLabelText("Year")).getAllByRole("option");
  expect(years.at(-1)).toHaveTextContent("1985");
});
