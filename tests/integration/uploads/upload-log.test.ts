import { call } from "@/tests/support/call";
import { captureLog } from "@/tests/support/canaries/log";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";

// Before the settings are first read.
process.env.LOG_LEVEL = "info";

withTestDatabase();

test("someone who reads the log doesn't learn what an interrupted upload was called", async () => {
  const { cookie } = await createOwner();
  const { lines, stop } = captureLog();
  const uploadId = encodeURIComponent("grandma in hospital.mp4 1700000000000");
  await call("GET", `/api/media/chunked-upload/${uploadId}`, { cookie });
  stop();
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(["/api/media/chunked-upload/*"]);
});
