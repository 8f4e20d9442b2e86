import { summary } from "@/ops/lib/summary.mjs";

test("the start says whether people can sign up", () => {
  const state = { port: 3000, dataDir: "/srv/keepsake", ownsDatabase: true };
  const signUp = "Closed, because APP_URL is a public address: people need an invitation.";
  expect(summary({ ...state, signUp })).toContain(`  Sign-up       ${signUp}\n`);
  expect(summary(state)).not.toContain("Sign-up");
});
