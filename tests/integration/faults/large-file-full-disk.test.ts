import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import {
  expectLargeUpload,
  largeFileBytes,
  largeFileKills,
  largeFileTimeout,
} from "@/tests/support/large-upload";
import { withSmallDisk } from "@/tests/support/small-disk";
import { withTestStorage } from "@/tests/support/test-storage";

const megabytes = Math.ceil(largeFileBytes / 1_048_576) + 100;
const disk = await withSmallDisk(megabytes);
if (!disk) console.warn("SKIPPED: a full disk needs a tmpfs, which only root may mount.");
// Set before the settings are first read: only the files are on this disk.
else process.env.DATA_DIR = disk.folder;

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

(disk ? test : test.skip)(
  `a file of ${largeFileBytes} bytes arrives whole, though the disk is full when half of it is there and the server is killed ${largeFileKills} times`,
  async () => {
    const { cookie } = await createOwner({ tier: "premium" });
    await expectLargeUpload(cookie, disk ? { fill: () => disk.fill(0), makeRoom: disk.makeRoom } : undefined);
  },
  largeFileTimeout,
);
