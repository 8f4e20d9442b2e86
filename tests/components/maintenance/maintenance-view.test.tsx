import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { MaintenanceNotice } from "@/components/operations/maintenance/maintenance-notice";
import { MaintenanceView } from "@/components/operations/maintenance/maintenance-view";
import { NightlyCheckCard } from "@/components/operations/maintenance/nightly-check-card";
import { removeToast } from "@/components/ui/toast";
import type { MaintenanceJobDto } from "@/lib/operations/maintenance/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const listCall = "GET /api/admin/maintenance";
const startCall = "POST /api/admin/maintenance/verify-originals";

afterEach(() => act(() => removeToast()));

function job(values: Partial<MaintenanceJobDto> = {}): MaintenanceJobDto {
  return {
    id: "job-1",
    task: "verify-originals",
    status: "running",
    progress: 40,
    processed: 4,
    total: 10,
    result: {},
    error: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    finishedAt: null,
    ...values,
  };
}

const done = (values: Partial<MaintenanceJobDto>) =>
  job({ status: "done", progress: 100, processed: 10, finishedAt: "2026-11-21T10:05:00.000Z", ...values });

function renderView(jobs: MaintenanceJobDto[]) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on(listCall, { json: jobs })
    .on(startCall, { status: 202, json: job({ status: "queued", progress: 0, processed: 0, total: 0 }) })
    .install();
  return { api, ...renderPage(<MaintenanceView />, { address: "/admin/maintenance" }) };
}

const card = async (title: string) => {
  const heading = await screen.findByRole("heading", { name: title });
  return within(heading.closest("li") as HTMLElement);
};

test("a job is started once and shows its progress until it is done", async () => {
  const { api, container } = renderView([]);
  const verify = await card("Verify originals");
  await userEvent.click(verify.getByRole("button", { name: "Start: Verify originals" }));
  expect(await verify.findByText("Waiting to start")).toBeVisible();
  await userEvent.click(verify.getByRole("button", { name: /Under way/ }));
  expect(api.made(startCall)).toHaveLength(1);
  api.on(listCall, { json: [job()] });
  expect(await verify.findByText("40%, 4 of 10")).toBeVisible();
  expect(verify.getByRole("progressbar", { name: "Verify originals" })).toHaveAttribute(
    "aria-valuenow",
    "40",
  );
  api.on(listCall, { json: [done({ result: { intact: 10 } })] });
  expect(await verify.findByText(/All 10 originals intact/)).toBeVisible();
  expect(verify.getByRole("button", { name: "Start: Verify originals" })).toBeEnabled();
  expect((await axe(container)).violations).toEqual([]);
});

test("a job's findings are described, and the items are named", async () => {
  const items = [{ id: "item-1", fileName: "beach.jpg", problem: "missing" }];
  renderView([
    done({ result: { intact: 8, missing: 1, altered: 1, items } }),
    done({ id: "job-2", task: "rebuild-thumbnails", result: { rebuilt: 1, failed: 2 } }),
    done({
      id: "job-3",
      task: "recount-storage",
      result: { storageBytesBefore: 7, storageBytes: 9, monthsCorrected: 2 },
    }),
  ]);
  const verify = await card("Verify originals");
  expect(verify.getByText(/8 originals intact, 1 missing, 1 with changed contents/)).toBeVisible();
  await userEvent.click(verify.getByText("Which ones"));
  expect(verify.getByRole("link", { name: "beach.jpg" })).toHaveAttribute("href", "/view-image/item-1");
  expect((await card("Rebuild thumbnails")).getByText(/1 item rebuilt, 2 could not be made/)).toBeVisible();
  expect((await card("Recount storage")).getByText(/Corrected: the storage used, 2 months/)).toBeVisible();
});

test("a job that could not be started or finished says so", async () => {
  const { api } = renderView([
    done({
      status: "failed",
      error: "It could not be finished: the photo storage did not answer. Please try again.",
    }),
  ]);
  const verify = await card("Verify originals");
  expect(verify.getByText(/Please try again/)).toBeVisible();
  api.on(startCall, {
    status: 503,
    json: { error: "The album is starting up.", message: "The album is starting up." },
  });
  await userEvent.click(verify.getByRole("button", { name: "Start: Verify originals" }));
  expect(await screen.findByText("That could not be started")).toBeVisible();
});

test("the nightly check reports what it found in this family, and that nothing was deleted", async () => {
  const counts = { missing: 2, truncated: 0, altered: 1, rowless: 0, orphan: 0 };
  const check = { status: "done", finishedAt: "2026-11-21T03:25:00.000Z", counts } as const;
  const { container, unmount } = render(<NightlyCheckCard check={check} />);
  expect(screen.getByText(/Nothing was deleted or changed/)).toBeVisible();
  expect(screen.getByText("Missing").closest("div")).toHaveTextContent("2");
  expect(screen.queryByText("Orphaned")).toBeNull();
  expect((await axe(container)).violations).toEqual([]);
  unmount();
  render(<NightlyCheckCard check={{ ...check, counts: { ...counts, missing: 0, altered: 0 } }} />);
  expect(screen.getByText("All good")).toBeVisible();
});

test("the maintenance page says whether the album is closed", async () => {
  const { rerender } = render(<MaintenanceNotice appName="Keepsake" isClosed />);
  expect(screen.getByRole("heading", { name: "Back in a little while" })).toBeVisible();
  rerender(<MaintenanceNotice appName="Keepsake" isClosed={false} />);
  expect(screen.getByRole("heading", { name: "Keepsake is open" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the album" })).toHaveAttribute("href", "/");
});
