import { describeBackup } from "@/lib/operations/system/server/checks/backup-check";

const now = Date.parse("2026-11-25T12:00:00Z");
const made = (finishedAt: string, values = {}) => ({
  finishedAt,
  folder: "/backups/one",
  isEncrypted: true,
  faults: 0,
  ...values,
});

test("without a backup the command to make one is named", () => {
  expect(describeBackup(null, now)).toMatchObject({
    name: "backups",
    level: "warn",
    advice: expect.stringContaining("npm run backup -- /backups/"),
  });
});

test.each([
  ["2026-11-25T01:30:00Z", {}, "ok", "10 hours ago in /backups/one, encrypted."],
  ["2026-11-25T01:30:00Z", { isEncrypted: false }, "ok", "10 hours ago in /backups/one."],
  ["2026-11-24T01:30:00Z", {}, "ok", "34 hours ago"],
  ["2026-11-23T23:30:00Z", {}, "warn", "36 hours ago"],
  ["2026-11-20T01:30:00Z", {}, "warn", "5 days ago"],
  ["2026-11-25T01:30:00Z", { faults: 2 }, "warn", "2 originals of the album"],
])("one from %s %j is %s", (finishedAt, values, level, words) => {
  expect(describeBackup(made(finishedAt, values), now)).toMatchObject({
    level,
    message: expect.stringContaining(words),
  });
});
