import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MonthFields } from "@/components/album/uploads/month-fields";
import { FakeApi } from "@/tests/support/fake-api";
import { familyRow } from "@/tests/support/family-rows";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const form = { year: 2024, month: 3, description: "" };

function values(name: string): number[] {
  const options = within(screen.getByRole("combobox", { name })).getAllByRole("option");
  return options
    .map((option) => (option as HTMLOptionElement).value)
    .filter((value) => /^\d+$/.test(value))
    .map(Number);
}

test("year choices run from the current year back to 2022, month choices from 1 to 12 and Unknown", () => {
  renderInSession(<MonthFields form={form} onChange={() => {}} hasSubmitted={false} />);
  const years = values("Year");
  expect(years).toEqual(
    Array.from({ length: new Date().getFullYear() - 2021 }, (_, index) => new Date().getFullYear() - index),
  );
  expect(years.at(-1)).toBe(2022);
  expect(values("Month")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0]);
  expect(screen.getByRole("option", { name: "Unknown" })).toHaveValue("0");
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
  expect(years.at(-2)).toHaveTextContent("1985");
  expect(years.at(-1)).toHaveTextContent("Before 1985…");
});

test("a year outside the album is requested, and chosen once the album begins with it", async () => {
  const { currentFamily } = userDto();
  const begunIn = (firstYear: number) =>
    userDto({ isAdmin: true, currentFamily: currentFamily && { ...currentFamily, firstYear } });
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: begunIn(2022) })
    .on("PUT /api/organization/current", { json: familyRow({ first_year: 1985 }) })
    .install();
  const onChange = jest.fn();
  renderInSession(<MonthFields form={form} onChange={onChange} hasSubmitted={false} />, {
    initialUser: begunIn(2022),
  });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Year" }), "Before 2022…");
  expect(onChange).not.toHaveBeenCalled();
  const year = screen.getByLabelText("Earlier year");
  expect(year).toHaveAccessibleDescription("Any from 1826 to 2021");
  for (const text of ["1825", "2022", "85"]) {
    await userEvent.clear(year);
    await userEvent.type(year, text);
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  }
  await userEvent.clear(year);
  await userEvent.type(year, "1985");
  api.on("GET /api/auth/me", { json: begunIn(1985) });
  await userEvent.click(screen.getByRole("button", { name: "Start in 1985" }));
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ year: 1985 }));
  expect(screen.queryByLabelText("Earlier year")).not.toBeInTheDocument();
  expect(values("Year").at(-1)).toBe(1985);
});

const rough = { year: 1985, month: 0, yearPrecision: "exact" as const };
const albumFrom1980 = () => {
  const { currentFamily } = userDto();
  const initialUser = userDto({ currentFamily: currentFamily && { ...currentFamily, firstYear: 1980 } });
  new FakeApi().on("GET /api/auth/me", { json: initialUser }).install();
  return { initialUser };
};

test("for an unknown month, the certainty of the year can be set", async () => {
  const onChange = jest.fn();
  renderInSession(<MonthFields form={rough} onChange={onChange} hasSubmitted={false} />, albumFrom1980());
  const field = screen.getByRole("combobox", { name: "How well is the year known?" });
  const choices = within(field).getAllByRole("option");
  expect(choices.map((choice) => choice.textContent)).toEqual(["It was 1985", "Around 1985", "The 1980s"]);
  expect(field).toHaveDisplayValue("It was 1985");
  await userEvent.selectOptions(field, "Around 1985");
  expect(onChange).toHaveBeenLastCalledWith({ year: 1985, yearPrecision: "around" });
  await userEvent.selectOptions(field, "The 1980s");
  expect(onChange).toHaveBeenLastCalledWith({ year: 1980, yearPrecision: "decade" });
});

test("another year or month is exact again, until set otherwise", async () => {
  const onChange = jest.fn();
  const form = { year: 1980, month: 0, yearPrecision: "decade" as const };
  renderInSession(<MonthFields form={form} onChange={onChange} hasSubmitted={false} />, albumFrom1980());
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Year" }), "1984");
  expect(onChange).toHaveBeenLastCalledWith({ year: 1984, yearPrecision: "exact" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Month" }), "July");
  expect(onChange).toHaveBeenLastCalledWith({ month: 7, yearPrecision: "exact" });
});

test("this isn't asked for a known month, nor if it couldn't be saved", () => {
  for (const form of [
    { ...rough, month: 7 },
    { ...rough, year: null },
    { year: 1985, month: 0 },
  ]) {
    const { unmount } = renderInSession(
      <MonthFields form={form} onChange={() => {}} hasSubmitted={false} />,
      albumFrom1980(),
    );
    expect(screen.queryByText("How well is the year known?")).not.toBeInTheDocument();
    unmount();
  }
});

test("a decade before the album isn't offered", () => {
  const form = { ...rough, year: 2023 };
  renderInSession(<MonthFields form={form} onChange={() => {}} hasSubmitted={false} />);
  const field = screen.getByRole("combobox", { name: "How well is the year known?" });
  expect(
    within(field)
      .getAllByRole("option")
      .map((choice) => choice.textContent),
  ).toEqual(["It was 2023", "Around 2023"]);
});
