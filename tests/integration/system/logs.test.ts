import { databasePool } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, testPassword } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

// Before the settings are first read.
process.env.LOG_LEVEL = "info";

withTestDatabase();
withTestStorage();

test("the log has requests by their ids, and nobody's name, address, text, files or secrets", async () => {
  const owner = await createOwner({ name: "The Quillfeather-Okafors" });
  const written: string[] = [];
  const output = jest.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  const requestIds: (string | null)[] = [];
  try {
    const answers = [
      await call("POST", "/api/auth/login", {
        json: { usernameOrEmail: owner.username, password: testPassword },
      }),
      await call("POST", "/api/auth/login", {
        json: { usernameOrEmail: owner.email, password: "wrong horse" },
      }),
      await call("POST", "/api/auth/forgot-password", { json: { email: owner.email } }),
      await call("POST", "/api/media", {
        cookie: owner.cookie,
        json: {
          fileName: "bath-time-of-lily.jpg",
          fileType: "image",
          year: 2024,
          month: 7,
          description: "Lily in the #bathtub",
          fileData: (await tinyPicture()).toString("base64"),
        },
      }),
      await call("GET", "/api/media/search?q=bathtub", { cookie: owner.cookie }),
      await call("GET", "/api/invitations/a-secret-code-of-a-letter/validate"),
      await call("POST", "/profile-direct-update", {
        cookie: owner.cookie,
        json: { email: owner.email, phoneNumber: "+447700900123", addressLine1: "1 Garden Lane" },
      }),
    ];
    // An unexpected error is logged with its stack.
    await databasePool().query(`ALTER TABLE "Heart" RENAME TO "HeartAway"`);
    answers.push(await call("GET", "/api/hearts/user", { cookie: owner.cookie }));
    await databasePool().query(`ALTER TABLE "HeartAway" RENAME TO "Heart"`);
    requestIds.push(...answers.map(({ headers }) => headers.get("x-request-id")));
  } finally {
    output.mockRestore();
  }
  const lines = written.flatMap((chunk) => chunk.trim().split("\n")).map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level === "info").map(({ requestId }) => requestId)).toEqual(requestIds);
  expect(new Set(requestIds).size).toBe(8);
  expect(lines.filter(({ level }) => level === "error").length).toBeGreaterThan(0);
  const text = written.join("");
  for (const personal of [
    owner.username,
    owner.email,
    "Quillfeather",
    testPassword,
    "wrong horse",
    owner.cookie.split("=").slice(1).join("="),
    "bath-time",
    "Lily",
    "bathtub",
    "a-secret-code",
    "7700900123",
    "Garden Lane",
    "127.0.0.1",
  ]) {
    expect([personal, text.includes(personal)]).toEqual([personal, false]);
  }
});
