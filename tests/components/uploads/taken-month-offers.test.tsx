import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, useSyncExternalStore } from "react";
import { TakenMonthOffers } from "@/components/uploads/taken-month-offers";
import type { UploadForm } from "@/components/uploads/use-upload-form";
import { readTakenMonth } from "@/lib/features/uploads/taken-month";
import { UploadEngine } from "@/lib/features/uploads/upload-engine";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";
import { cameraPicture, plainPicture } from "@/tests/support/pictures";

const fileOf = (name: string, bytes: Buffer, type = "image/jpeg") =>
  new File([Uint8Array.from(bytes)], name, { type, lastModified: 1 });
const taken = async (name: string, date: string) => fileOf(name, await cameraPicture(date));

let engine: UploadEngine;
let form: UploadForm;

beforeEach(() => {
  engine = new UploadEngine({ userId: "ada", sessionId: "1", familyId: "2", store: memoryResumeStore() });
});

function Offers() {
  const { items } = useSyncExternalStore(engine.subscribe, engine.state);
  const [current, setCurrent] = useState<UploadForm>({ year: 2026, month: 11, description: "" });
  form = current;
  const change = (part: Partial<UploadForm>) => setCurrent((before) => ({ ...before, ...part }));
  return <TakenMonthOffers engine={engine} items={items} form={current} onChange={change} />;
}

function show(...files: File[]) {
  engine.add(files.map((file) => ({ file, mediaType: "image" })));
  render(<Offers />);
}

const ownMonths = () => engine.state().items.map(({ ownMonth }) => ownMonth);

test("a JPEG's own month is read; a picture without one, or from before 2022, has none to offer", async () => {
  expect(await readTakenMonth(await taken("a.jpg", "2024:03:15 10:00:00"))).toEqual({ year: 2024, month: 3 });
  expect(await readTakenMonth(await taken("b.jpg", "2019:03:15 10:00:00"))).toBeNull();
  expect(await readTakenMonth(fileOf("c.jpg", await plainPicture()))).toBeNull();
  expect(await readTakenMonth(fileOf("d.png", await plainPicture("png"), "image/png"))).toBeNull();
  expect(await readTakenMonth(fileOf("e.jpg", Buffer.from("no picture at all")))).toBeNull();
});

test("photos of two months are offered each its own, in one tap, and go there in one go", async () => {
  show(
    await taken("a.jpg", "2024:03:15 10:00:00"),
    await taken("b.jpg", "2023:05:06 10:00:00"),
    await taken("c.jpg", "2024:03:31 23:59:59"),
    fileOf("d.jpg", await plainPicture()),
  );
  expect(await screen.findByText("These 2 photos were taken in March 2024. File them there?")).toBeVisible();
  expect(await screen.findByText("This photo was taken in May 2023. File it there?")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "File under March 2024" }));
  expect(screen.queryByText(/March 2024/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "File under May 2023" }));
  const march = { year: 2024, month: 3 };
  expect(ownMonths()).toEqual([march, { year: 2023, month: 5 }, march, null]);
  expect(screen.queryByRole("list")).toBeNull();
});

test("when it is all of them, the month of the whole upload is set", async () => {
  show(await taken("a.jpg", "2024:03:15 10:00:00"), await taken("b.jpg", "2024:03:16 10:00:00"));
  await screen.findByText(/These 2 photos/);
  await userEvent.click(screen.getByRole("button", { name: "File under March 2024" }));
  expect(form).toMatchObject({ year: 2024, month: 3 });
  expect(ownMonths()).toEqual([null, null]);
  expect(screen.queryByRole("list")).toBeNull();
});

test("No leaves them where they are", async () => {
  show(await taken("a.jpg", "2024:03:15 10:00:00"));
  await userEvent.click(
    await screen.findByRole("button", { name: "No, leave the photos of March 2024 where they are" }),
  );
  expect(screen.queryByText(/taken in/)).toBeNull();
  expect(form).toMatchObject({ year: 2026, month: 11 });
});
