import { render, screen } from "@testing-library/react";
import { ChosenFileRow } from "@/components/album/uploads/chosen-file-row";
import type { UploadStage } from "@/lib/album/uploads/upload-progress";
import { type clip, longClip, photo } from "@/tests/support/chosen-files";

beforeEach(() => {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});

function show(chosen: ReturnType<typeof clip>, stage: UploadStage, percent: number) {
  const item = {
    ...chosen,
    id: "1",
    ownMonth: null,
    followsDate: true,
    isContinued: false,
    percent,
    stage,
    error: null,
  };
  const nothing = () => {};
  render(
    <ul>
      <ChosenFileRow item={item} isUnderWay onRemove={nothing} />
    </ul>,
  );
}

test.each<[UploadStage, number, string]>([
  ["preparing", 0, "Preparing to upload"],
  ["moving", 39, "Processing"],
  ["moving", 40, "Uploading"],
  ["saving", 89, "Saving to database"],
  ["answered", 96, "Finalizing"],
  ["done", 100, "Completed"],
])("while %s at %d percent it shows %s", (stage, percent, words) => {
  show(photo("one.jpg"), stage, percent);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByText(`${percent}%`)).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Upload of one.jpg" })).toHaveAttribute(
    "aria-valuenow",
    String(percent),
  );
});

test("offline, a long clip says that it continues where it stopped, a photo that it is sent again", () => {
  show(longClip("film.mp4"), "lost", 44);
  expect(
    screen.getByText("Connection lost. It continues where it stopped once the network is back."),
  ).toBeVisible();
  show(photo("one.jpg"), "lost", 50);
  expect(screen.getByText("Connection lost. It will be sent again once the network is back.")).toBeVisible();
});
