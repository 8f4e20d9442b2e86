import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const biome = path.join(root, "node_modules", "@biomejs", "biome", "bin", "biome");

interface Finding {
  rule: string;
  message: string;
}

/**
 * Lints sources as if they were in the project.
 * @param sources by path
 * @returns the findings, by path
 */
async function lint(sources: Record<string, string>): Promise<Record<string, Finding[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-lint-"));
  const { $schema: _, vcs: __, ...rules } = JSON.parse(readFileSync(path.join(root, "biome.json"), "utf8"));
  writeFileSync(path.join(folder, "biome.json"), JSON.stringify(rules));
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), source);
  }
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "."];
  const written = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 10_000_000 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(written) as {
    diagnostics: { category: string; message: string; location: { path: string } }[];
  };
  const found: Record<string, Finding[]> = Object.fromEntries(Object.keys(sources).map((file) => [file, []]));
  for (const { category, message, location } of diagnostics) {
    found[location.path]?.push({ rule: category.split("/").at(-1) ?? "", message });
  }
  return found;
}

const importing = (module: string) => `import { thing } from "${module}";\n\nexport const kept = thing;\n`;

interface Wall {
  message: string;
  /** A file behind the wall. */
  from: string;
  refused: string[];
  allowed: string[];
}

const walls: Wall[] = [
  {
    message: "Nothing imports app, tests or the programs.",
    from: "lib/service-worker/some-part.ts",
    refused: ["@/app/api/media/route", "@/tests/support/call", "@/server/serve"],
    allowed: ["@/lib/db", "@/lib/env"],
  },
  {
    message: "app is routing only: data comes from a feature's service.",
    from: "app/api/some-call/route.ts",
    refused: [
      "@/lib/db",
      "@/lib/generated/prisma/client",
      "@/lib/platform/storage/storage",
      "@/tests/support/call",
      "@/server/serve",
    ],
    allowed: ["@/lib/album/media/server/service", "@/lib/http/route"],
  },
  {
    message: "What runs in the browser never imports the server.",
    from: "components/album/media/some-part.tsx",
    refused: [
      "@/app/layout",
      "@/lib/db",
      "@/lib/env",
      "@/lib/generated/prisma/client",
      "@/lib/platform/storage/storage",
      "@/lib/album/media/server/service",
      "@/lib/album/media/server/browse-service",
      "@/lib/album/media/server/dto",
      "@/lib/core/auth/server/sessions",
    ],
    allowed: ["@/lib/album/media/schema", "@/lib/album/media/client/queries", "@/components/ui/button"],
  },
  {
    message: "What an album runs on needs nothing that is for developers.",
    from: "server/some-part.ts",
    refused: ["@/tests/support/call", "@/tools/demo/picture"],
    allowed: ["@/lib/db", "@/lib/platform/storage/storage", "@/ops/report-backup-error"],
  },
  {
    message: "What an album runs on needs nothing that is for developers.",
    from: "ops/lib/some-part.mjs",
    refused: ["../../tools/lib/system-programs.mjs", "../../tests/support/own-postgres"],
    allowed: ["./build.mjs", "node:path"],
  },
  {
    message: "The kit holds no data.",
    from: "components/ui/some-part.tsx",
    refused: [
      "@/app/layout",
      "@/lib/album/media/schema",
      "@/lib/http/api-client",
      "@/lib/db",
      "@/lib/env",
      "@/lib/platform/storage/storage",
      "@/lib/core/auth/server/actor",
    ],
    allowed: ["@/components/ui/button", "@/lib/shared/avatar"],
  },
  {
    message: "Shared helpers are pure: they import only shared.",
    from: "lib/shared/some-part.ts",
    refused: [
      "@/app/layout",
      "@/components/ui/button",
      "@/lib/db",
      "@/lib/env",
      "@/lib/http/errors",
      "@/lib/album/media/schema",
      "@/lib/platform/storage/storage",
    ],
    allowed: ["@/lib/shared/uuid"],
  },
  {
    message: "What every call needs knows core and no other wing.",
    from: "lib/http/some-part.ts",
    refused: ["@/app/layout", "@/components/ui/button", "@/lib/album/media/server/service"],
    allowed: ["@/lib/db", "@/lib/core/auth/server/actor", "@/lib/platform/metrics/metrics"],
  },
  {
    message: "The server imports nothing that is for browsers.",
    from: "lib/sorter/server/some-service.ts",
    refused: [
      "@/app/layout",
      "@/components/ui/button",
      "@/lib/album/media/client/queries",
      "@/lib/sorter/client/takeout",
    ],
    allowed: ["@/lib/db", "@/lib/core/names/server/display-name", "@/lib/sorter/schema", "@/lib/http/errors"],
  },
  {
    message: "What lies beside server and client runs anywhere: it imports neither.",
    from: "lib/album/media/schema.ts",
    refused: [
      "@/app/layout",
      "@/components/ui/button",
      "@/lib/db",
      "@/lib/env",
      "@/lib/core/auth/server/actor",
      "@/lib/http/errors",
      "@/lib/platform/storage/storage",
      "@/lib/generated/prisma/client",
      "@/lib/album/media/server/service",
      "@/lib/album/uploads/client/queries",
    ],
    allowed: ["@/lib/shared/uuid", "@/lib/core/families/schema", "@/lib/family/families/schema"],
  },
  {
    message: "What runs in the browser never imports the server.",
    from: "lib/album/media/client/queries.ts",
    refused: [
      "@/app/layout",
      "@/components/ui/button",
      "@/lib/db",
      "@/lib/env",
      "@/lib/core/auth/server/sessions",
      "@/lib/platform/storage/storage",
      "@/lib/generated/prisma/client",
      "@/lib/album/media/server/service",
      "@/lib/album/media/server/browse-service",
      "@/lib/album/media/server/dto",
    ],
    allowed: ["@/lib/album/media/schema", "@/lib/http/api-client"],
  },
  {
    message: "Platform parts know no feature.",
    from: "lib/platform/queue/some-part.ts",
    refused: [
      "@/app/layout",
      "@/components/ui/button",
      "@/lib/album/media/schema",
      "@/lib/core/auth/server/actor",
    ],
    allowed: ["@/lib/db", "@/lib/env", "@/lib/shared/uuid"],
  },
];

test("every wall of biome.json is tried here", () => {
  const configured = [
    ...readFileSync(path.join(root, "biome.json"), "utf8").matchAll(/"message": "([^"]+)"/g),
  ];
  expect([...new Set(walls.map(({ message }) => message))].sort()).toEqual(
    [...new Set(configured.map(([, message]) => message))].sort(),
  );
});

/** The file that tries an import: a neighbour of the file behind the wall, since each file tries one import. */
const tried = (from: string, name: string) => from.replace(/[^/]+(?=\.\w+$)/, (base) => `${base}-${name}`);

describe.each(walls)("$from", ({ message, from, refused, allowed }) => {
  let found: Record<string, Finding[]>;
  beforeAll(async () => {
    const imports = allowed.map((module, at) => `import { part${at} } from "${module}";`).join("\n");
    const parts = allowed.map((_, at) => `part${at}`).join(", ");
    found = await lint({
      ...Object.fromEntries(refused.map((module, at) => [tried(from, String(at)), importing(module)])),
      [from]: `${imports}\n\nexport const kept = [${parts}];\n`,
    });
  });

  test.each(refused.map((module, at) => [module, at] as const))("is refused %s, and told why", (_, at) => {
    expect(found[tried(from, String(at))]).toEqual([{ rule: "noRestrictedImports", message }]);
  });

  test("can import what the wall allows", () => {
    expect(found[from]).toEqual([]);
  });
});

test("lib/env.ts alone reads process.env", async () => {
  const reading = "export const port = process.env.PORT;\n";
  const refused = [
    "lib/http/some-part.ts",
    "app/api/some-call/route.ts",
    "components/album/media/some-part.tsx",
  ];
  const found = await lint(Object.fromEntries([...refused, "lib/env.ts"].map((file) => [file, reading])));
  for (const file of refused) expect(found[file]?.map(({ rule }) => rule)).toEqual(["noProcessEnv"]);
  expect(found["lib/env.ts"]).toEqual([]);
});

test("any is refused, and so are circular imports", async () => {
  const found = await lint({
    "lib/http/some-part.ts": "export const anything: any = 1;\n",
    "lib/http/one.ts": 'import { two } from "./two";\n\nexport const one = () => two;\n',
    "lib/http/two.ts": 'import { one } from "./one";\n\nexport const two = () => one;\n',
  });
  expect(found["lib/http/some-part.ts"]?.map(({ rule }) => rule)).toEqual(["noExplicitAny"]);
  expect(found["lib/http/one.ts"]?.map(({ rule }) => rule)).toEqual(["noImportCycles"]);
});
