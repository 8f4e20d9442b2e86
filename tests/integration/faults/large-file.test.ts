import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import {
  expectLargeUpload,
  largeFileBytes,
  largeFileKills,
  largeFileTimeout,
} from "@/tests/support/large-upload";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage();

test(
  `a file of ${largeFileBytes} bytes arrives whole, though the server is killed ${largeFileKills} times, and little is sent twice`,
  async () => expectLargeUpload((await createOwner({ tier: "premium" })).cookie),
  largeFileTimeout,
);
