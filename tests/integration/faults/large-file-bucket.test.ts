import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import {
  expectLargeUpload,
  largeFileBytes,
  largeFileKills,
  largeFileTimeout,
} from "@/tests/support/large-upload";
import { createBucket, missingS3Programs } from "@/tests/support/s3-server";
import { sharedS3Server } from "@/tests/support/shared-s3";

const missing = await missingS3Programs();
if (missing.length > 0) {
  console.warn(`SKIPPED: a bucket needs ${missing.join(", ")} (Debian: ceph-mon ceph-osd radosgw).`);
} else {
  const server = await sharedS3Server();
  await createBucket(server, "large-file");
  // Set before the settings are first read.
  Object.assign(process.env, {
    S3_ENDPOINT: server.endpoint,
    S3_BUCKET: "large-file",
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
  });
}

withTestDatabase({ keepsRows: true });

(missing.length > 0 ? test.skip : test)(
  `a file of ${largeFileBytes} bytes arrives whole in a bucket, though the server is killed ${largeFileKills} times`,
  async () => expectLargeUpload((await createOwner({ tier: "premium" })).cookie),
  largeFileTimeout,
);
