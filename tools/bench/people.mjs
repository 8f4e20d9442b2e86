import { setTimeout as wait } from "node:timers/promises";
import { Line } from "./line.mjs";

export const password = "only-for-measuring";

const cookieOf = (answer) =>
  (answer.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; ");

/** @typedef {{ cookie: string, userId: string, familyId: string }} Person */

/**
 * A person with a family of their own on the unlimited plan; the same one on a second run over a reused database.
 * @param {import("./album-server.mjs").Album} album
 * @param {string} username
 * @returns {Promise<Person>}
 */
export async function signIn(album, username) {
  const known = await album.query('SELECT 1 FROM "User" WHERE username = $1 AND "passwordHash" IS NOT NULL', [
    username,
  ]);
  const line = new Line(album.url);
  try {
    const answer =
      known.length > 0
        ? await line.json("/api/auth/login", "POST", { usernameOrEmail: username, password })
        : await line.json("/api/organization/signup", "POST", {
            familyName: `Family of ${username}`,
            username,
            email: `${username}@bench.invalid`,
            password,
          });
    const [{ id: userId, lastFamilyId: familyId }] = await album.query(
      // What the wizard asks for; otherwise it would replace the pages.
      `UPDATE "User" SET "onboardingCompleted" = true, "phoneNumber" = '+447700900123',
         "addressFullName" = 'Bench', "addressLine1" = '1 Garden Lane', "addressCity" = 'Leeds',
         "addressPostcode" = 'LS1 1AA'
       WHERE username = $1 RETURNING id, "lastFamilyId"`,
      [username],
    );
    await album.query(`UPDATE "Family" SET tier = 'premium' WHERE id = $1`, [familyId]);
    // The server's knowledge of a session may be two seconds old, including the plan.
    await wait(2_100);
    return { cookie: cookieOf(answer), userId, familyId };
  } finally {
    line.close();
  }
}
