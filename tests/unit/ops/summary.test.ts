import { summary } from "@/ops/lib/summary.mjs";

test("while nobody has an account, the start says where to create the owner's, and with which code", () => {
  const state = { port: 3000, dataDir: "/srv/keepsake", ownsDatabase: true };
  process.env.SETUP_CODE = "K7QM-2F9D-XW4T";
  try {
    const address = "http://localhost:3000/get-started#code=K7QM-2F9D-XW4T";
    expect(summary({ ...state, isFresh: true })).toContain(`  First visit   ${address}\n`);
    expect(summary({ ...state, isFresh: false })).not.toContain("K7QM");
    process.env.APP_URL = "https://album.example.org/";
    expect(summary({ ...state, isFresh: true })).toContain(" https://album.example.org/get-started#code=");
  } finally {
    delete process.env.SETUP_CODE;
    delete process.env.APP_URL;
  }
});

test("the start says whether people can sign up", () => {
  const state = { port: 3000, dataDir: "/srv/keepsake", ownsDatabase: true };
  const signUp = "Closed, because APP_URL is a public address: people need an invitation.";
  expect(summary({ ...state, signUp })).toContain(`  Sign-up       ${signUp}\n`);
  expect(summary(state)).not.toContain("Sign-up");
});
