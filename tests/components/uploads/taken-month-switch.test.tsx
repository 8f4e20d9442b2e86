import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { TakenMonthSwitch } from "@/components/album/uploads/taken-month-switch";
import { describeTakenMonths } from "@/components/album/uploads/taken-months-text";
import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import type { UploadItem, YearMonth } from "@/lib/album/uploads/upload-state";
import { photo } from "@/tests/support/chosen-files";
import { FakeApi } from "@/tests/support/fake-api";
import { familyRow } from "@/tests/support/family-rows";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const march = { year: 2024, month: 3 };
const may = { year: 2023, month: 5 };
const july = { year: 2025, month: 7 };
const early = { year: 2019, month: 8 };
const span = { firstYear: 2022, today: new Date(2026, 10, 21) };
const form = { year: 2026, month: 11, description: "", isByDate: true };

function itemsOf(months: readonly (YearMonth | null | undefined)[], heldBack: readonly number[] = []) {
  const items = months.map((_, at): UploadItem => {
    const filing = { ownMonth: null, followsDate: !heldBack.includes(at), isContinued: false };
    return { ...photo(`${at}.jpg`), id: `${at}`, ...filing, percent: 0, stage: "chosen", error: null };
  });
  const known = months.flatMap((month, at): [string, YearMonth | null][] =>
    month === undefined ? [] : [[`${at}`, month]],
  );
  return { items, takenMonths: new Map(known) };
}

test.each<[string, (YearMonth | null | undefined)[], string]>([
  ["one", [march], "It goes to March 2024."],
  ["all of one month", [march, march, march], "All 3 go to March 2024."],
  ["two months", [march, may], "All 2 go to March 2024 and May 2023."],
  ["many months", [march, may, july], "All 3 go to 3 different months."],
  [
    "some without a date",
    [march, march, null, null],
    "2 go to March 2024. 2 have no date: they go to November 2026.",
  ],
  ["one without a date", [march, null], "1 goes to March 2024. 1 has no date: it goes to November 2026."],
  ["none with a date", [null, null], "None of them has a date: they go to November 2026."],
  ["only one, without a date", [null], "It has no date: it goes to November 2026."],
  [
    "some from before the album",
    [march, early, null],
    "1 goes to March 2024. 1 has no date and 1 was taken before 2022: they go to November 2026.",
  ],
  ["a date to come", [{ year: 2026, month: 12 }], "It has no date: it goes to November 2026."],
  ["one not read yet", [march, undefined], "Checking when they were taken…"],
])("with %s, one line says where they go", (_, months, text) => {
  const { items, takenMonths } = itemsOf(months);
  expect(describeTakenMonths(items, takenMonths, form, span)).toBe(text);
});

test("files without a date can go to an unknown month", () => {
  const { items, takenMonths } = itemsOf([null]);
  expect(describeTakenMonths(items, takenMonths, { ...form, year: 2024, month: 0 }, span)).toBe(
    "It has no date: it goes to 2024, month unknown.",
  );
});

test("a file moved back by hand is listed among the exceptions", () => {
  const { items, takenMonths } = itemsOf([march, march], [1]);
  expect(describeTakenMonths(items, takenMonths, form, span)).toBe(
    "1 goes to March 2024. 1 was moved back: it goes to November 2026.",
  );
});

const { items, takenMonths } = itemsOf([march, null]);

function Shown() {
  const [chosen, setChosen] = useState<UploadForm>(form);
  const change = (part: Partial<UploadForm>) => setChosen((before) => ({ ...before, ...part }));
  return <TakenMonthSwitch items={items} takenMonths={takenMonths} form={chosen} onChange={change} />;
}

describe("something older than the album", () => {
  const show = (change: Parameters<typeof userDto>[0]) => {
    const older = itemsOf([march, { year: 1985, month: 7 }, early]);
    const user = userDto(change);
    const api = new FakeApi()
      .on("GET /api/auth/me", { json: user })
      .on("PUT /api/organization/current", { json: familyRow({ first_year: 1985 }) })
      .install();
    renderInSession(<TakenMonthSwitch {...older} form={form} onChange={() => {}} />, { initialUser: user });
    return api;
  };

  test("comes with an offer to begin the album earlier, for people who can", async () => {
    const api = show({ isAdmin: true });
    expect(screen.getByText("The album begins in 2022. Start it in 1985?")).toBeVisible();
    const { currentFamily } = userDto();
    api.on("GET /api/auth/me", {
      json: userDto({ isAdmin: true, currentFamily: currentFamily && { ...currentFamily, firstYear: 1985 } }),
    });
    await userEvent.click(screen.getByRole("button", { name: "Start in 1985" }));
    await waitFor(() => expect(screen.queryByText(/Start it in 1985/)).not.toBeInTheDocument());
    expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ firstYear: 1985 });
    expect(screen.getByRole("switch")).toHaveAccessibleDescription("All 3 go to 3 different months.");
  });

  test("says to everyone else whom to ask", () => {
    show({ isAdmin: false });
    expect(
      screen.getByText("The album begins in 2022. An admin of your family can start it in 1985."),
    ).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});

test("the switch is on; off, everything goes to the form's month", async () => {
  renderInSession(<Shown />);
  const control = screen.getByRole("switch", { name: "Put each photo in the month it was taken" });
  expect(control).toBeChecked();
  expect(control).toHaveAccessibleDescription(/^1 goes to March 2024\. 1 has no date/);
  await userEvent.click(control);
  expect(control).not.toBeChecked();
  expect(control).toHaveAccessibleDescription("Everything goes to November 2026.");
});
