import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const sources = Object.fromEntries(
  globSync(["{app,components,lib,ops,server,tools}/**/*.{ts,tsx,mjs}", "middleware.ts"], { cwd: root })
    .filter((file) => !/^lib\/generated\//.test(file))
    .sort()
    .map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
);

/** Things that are done in one place only, and the exceptions, with the reason. */
const ways: [what: string, pattern: RegExp, places: string[]][] = [
  [
    "takes an advisory lock",
    /pg_(?:try_)?advisory_(?:xact_)?lock/,
    [
      "lib/platform/locks.ts",
      // One statement checks a whole set of pools.
      "lib/platform/queue/worker-heartbeat.ts",
      // Runs before there is a database client.
      "ops/lib/embedded-postgres.mjs",
    ],
  ],
  [
    "keeps a value on globalThis",
    /globalThis as\b/,
    [
      "lib/shared/process-wide.ts",
      // Reads a global that older browsers lack.
      "lib/shared/yield-to-page.ts",
    ],
  ],
  ["makes an LRU cache", /["']lru-cache["']/, ["lib/platform/cache.ts"]],
  // Back shows a page as it was first loaded: only ours fetches what has changed since.
  [
    "takes the HydrationBoundary of TanStack Query",
    /HydrationBoundary\b[^;]*"@tanstack\/react-query"/,
    ["lib/http/hydration-boundary.tsx"],
  ],
  [
    "keeps its own busy flag",
    /\[\w+, set(?:IsBusy|Busy)\] = useState/,
    // They wait for more than one write: a second field's error, a page elsewhere, a new version, many writes at once.
    [
      "components/account/accounts/login-form.tsx",
      "components/shop/billing/use-provider-page.ts",
      "components/shell/pwa/update-bar.tsx",
      "components/album/similar/use-trash-many.ts",
    ],
  ],
];

test.each(ways)("no other file %s", (_, pattern, places) => {
  const files = Object.keys(sources).filter((file) => pattern.test(sources[file] ?? ""));
  expect(files).toEqual(places.toSorted());
});
