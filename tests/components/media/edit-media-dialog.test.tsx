import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { EditMediaDialog } from "@/components/album/media/edit-media-dialog";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { familyRow } from "@/tests/support/family-rows";
import { mediaDetailDto, mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const begunIn = (firstYear: number) => {
  const { currentFamily } = userDto();
  return userDto({ isAdmin: true, currentFamily: currentFamily && { ...currentFamily, firstYear } });
};
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: begunIn(2022) })
    .on("GET /api/hashtags/recent", { json: { hashtags: [] } })
    .on("GET /api/media/scan/suggestions", { json: { labels: [] } })
    .install();
});

function renderEdit(item: Parameters<typeof mediaItemDto>[0] = {}) {
  const onClose = jest.fn();
  const scan = mediaItemDto({ id: "scan", year: 2024, month: 3, description: "Nana", ...item });
  renderPage(<EditMediaDialog item={scan} onClose={onClose} />, { user: begunIn(2022) });
  return { onClose, scan };
}
const select = (name: string) => screen.getByRole("combobox", { name });
const sent = () => api.calls.findLast(({ method }) => method === "PATCH")?.body;
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

test("a scan can be moved to a year before the album begins, by beginning it there", async () => {
  const { onClose, scan } = renderEdit();
  api
    .on("PUT /api/organization/current", { json: familyRow({ first_year: 1985 }) })
    .on("PATCH /api/media/scan", { json: mediaDetailDto({ ...scan, year: 1985 }) });
  await userEvent.selectOptions(select("Year"), "Before 2022…");
  await userEvent.type(screen.getByLabelText("Earlier year"), "1985");
  api.on("GET /api/auth/me", { json: begunIn(1985) });
  await userEvent.click(screen.getByRole("button", { name: "Start in 1985" }));
  await waitFor(() => expect(select("Year")).toHaveValue("1985"));
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual({ year: 1985, month: 3 });
});

test("the month of a photo can be unknown", async () => {
  const { onClose, scan } = renderEdit();
  api.on("PATCH /api/media/scan", { json: mediaDetailDto({ ...scan, month: 0 }) });
  await userEvent.selectOptions(select("Month"), "Unknown");
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual({ year: 2024, month: 0 });
  expect(await screen.findByText("Moved to 2024, month unknown")).toBeVisible();
});

test("a year can be marked as approximate", async () => {
  const { onClose, scan } = renderEdit({ month: 0 });
  api.on("PATCH /api/media/scan", { json: mediaDetailDto({ ...scan, yearPrecision: "around" }) });
  await userEvent.selectOptions(select("How well is the year known?"), "Around 2024");
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual({ year: 2024, month: 0, yearPrecision: "around" });
});

test("an approximate year can be made exact again", async () => {
  const { onClose, scan } = renderEdit({ month: 0, yearPrecision: "around" });
  api.on("PATCH /api/media/scan", { json: mediaDetailDto(scan) });
  await userEvent.selectOptions(select("How well is the year known?"), "It was 2024");
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual({ year: 2024, month: 0, yearPrecision: "exact" });
});

test("a year is required, and an item restored from before the album can stay in its own", async () => {
  renderEdit({ year: 1998 });
  await userEvent.selectOptions(select("Year"), "Choose a year");
  await save();
  expect(screen.getByRole("alert")).toHaveTextContent("Year is required");
  expect(sent()).toBeUndefined();
  expect(within(select("Year")).getByRole("option", { name: "1998" })).toBeInTheDocument();
});

test("a new description leaves the month as it is now, even if someone else has moved the photo meanwhile", async () => {
  const { onClose, scan } = renderEdit();
  api.on("PATCH /api/media/scan", { json: mediaDetailDto({ ...scan, description: "Nana at sea" }) });
  await userEvent.type(screen.getByRole("textbox", { name: "Description" }), " at sea");
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual({ description: "Nana at sea" });
});

/** Changes the item that the list has. */
let list = (_item: MediaItemDto) => {};

function EditListed({ first, onClose }: { first: MediaItemDto; onClose: () => void }) {
  const [item, setItem] = useState(first);
  list = setItem;
  return <EditMediaDialog item={item} onClose={onClose} />;
}

test("what someone else changes while the form is open isn't reverted by it", async () => {
  const scan = mediaItemDto({ id: "scan", year: 2024, month: 3, description: "Nana" });
  const onClose = jest.fn();
  renderPage(<EditListed first={scan} onClose={onClose} />, { user: begunIn(2022) });
  act(() => list({ ...scan, year: 2023, month: 6, description: "Nana in Wales" }));
  await save();
  expect(onClose).toHaveBeenCalled();
  expect(sent()).toBeUndefined();
});
