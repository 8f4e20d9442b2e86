import path from "node:path";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner } from "@/tests/support/factories";
import { faultRounds } from "@/tests/support/fault-rounds";
import { expectInvariants } from "@/tests/support/invariants";
import { withOwnPostgres } from "@/tests/support/own-postgres";
import { tinyPicture } from "@/tests/support/pictures";
import { withSmallDisk } from "@/tests/support/small-disk";
import { until } from "@/tests/support/until";

// As with npm start: the files and the database on one disk.
const disk = await withSmallDisk(320);
if (!disk) console.warn("SKIPPED: a full disk needs a tmpfs, which only root may mount.");
else {
  process.env.DATA_DIR = path.join(disk.folder, "data");
  await withOwnPostgres(process.env.DATA_DIR, ["fsync=off", "max_wal_size=48MB", "min_wal_size=32MB"]);
}
const testWithDisk = disk ? test : test.skip;

withTestDatabase({ keepsRows: true });

const rounds = faultRounds({ full: 20, few: 2 });
const recoversWithinMs = 30_000;
/** Errors that a full disk explains: no room, or a database that stopped because of it and waits for room. */
const excused = ["storage_full", "database_unavailable", "busy"];
const counted = { done: 0, refused: 0 };

function hasSucceeded(answer: Answer<unknown>): boolean {
  if (answer.status < 400) {
    counted.done++;
    return true;
  }
  expectErrorBody(answer);
  expect(excused).toContain((answer.body as { code: string }).code);
  counted.refused++;
  return false;
}

testWithDisk(
  `a disk that fills up under the database too, ${rounds} times: answers in words, nothing acknowledged is lost`,
  async () => {
    if (!disk) return;
    await getStorage().verifyRoot({ expectExisting: false });
    const owner = await createOwner({ tier: "premium" });
    const { cookie } = owner;
    let notices = 0;
    const kept: string[] = [];
    /** Posts a notice of a few kilobytes: its tables grow, and so does the journal. */
    const post = async () => {
      const title = `Notice ${++notices}`;
      const message = "Grandma arrives on Sunday. ".repeat(70);
      const answer = await call("POST", "/api/notices", { cookie, json: { title, message } });
      if (!hasSucceeded(answer)) return false;
      kept.push(title);
      return true;
    };
    for (let round = 0; round < rounds; round++) {
      await disk.fill(0);
      for (let nth = 0; nth < 300; nth++) await post();
      const fileData = (await tinyPicture()).toString("base64");
      const json = { fileName: "beach.jpg", fileType: "image", year: 2024, month: 7, fileData };
      expect(hasSucceeded(await call("POST", "/api/media", { cookie, json }))).toBe(false);
      await disk.makeRoom();
      await until(post, recoversWithinMs);
      expect((await call("POST", "/api/media", { cookie, json })).status).toBe(201);
      const titles = new Set(
        (await db.notice.findMany({ select: { title: true } })).map(({ title }) => title),
      );
      expect(kept.filter((title) => !titles.has(title))).toEqual([]);
      await expectInvariants();
    }
    expect(counted.refused).toBeGreaterThanOrEqual(rounds);
    console.log(JSON.stringify(counted));
  },
  120_000 + rounds * 60_000,
);
