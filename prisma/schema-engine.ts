import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, DriverAdapterError } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

type SchemaEngine = bindings.SchemaEngine;

export interface SchemaFile {
  path: string;
  content: string;
}

// The typings leave out the two names that the package's own loader uses.
const loader = bindings as typeof bindings & { __wbg_set_wasm: (exports: WebAssembly.Exports) => void };

/**
 * The adapter cuts a script at every semicolon, those in functions and comments too, and runs the pieces
 * one by one: a failure would leave half a migration. Handed over whole, PostgreSQL runs it as one
 * transaction.
 */
class MigrationPg extends PrismaPg {
  override async connect() {
    return runningWholeScripts(await super.connect());
  }
}

type PgAdapter = Awaited<ReturnType<PrismaPg["connect"]>>;

function runningWholeScripts(adapter: PgAdapter): PgAdapter {
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      // The engine passes on the message of this kind of error only.
      if (!(error instanceof pg.DatabaseError)) throw error;
      const { code = "", severity = "ERROR", message, detail, hint, column } = error;
      throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, hint, column });
    }
  };
  return adapter;
}

const panics = globalThis as typeof globalThis & { PRISMA_WASM_PANIC_REGISTRY?: object };

let instantiated: Promise<void> | undefined;

/**
 * The package's entry imports its .wasm as a module, which Node only does behind a flag: this does
 * the same by hand.
 */
async function instantiate(): Promise<void> {
  // Where the engine leaves its message when it fails; without it the message is lost.
  panics.PRISMA_WASM_PANIC_REGISTRY = {
    set_message(message: string) {
      throw new Error(message);
    },
  };
  const bindingsFile = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const binary = await readFile(path.join(path.dirname(bindingsFile), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(binary, {
    "./schema_engine_bg.js": withPassingTimers(bindings as unknown as WebAssembly.ModuleImports),
  });
  loader.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
}

/** The engine forgets its 10 s timer for taking a lock, which would keep the process from ending. */
function withPassingTimers(imports: WebAssembly.ModuleImports): WebAssembly.ModuleImports {
  const name = Object.keys(imports).find((key) => key.startsWith("__wbg_setTimeout_"));
  if (!name) return imports;
  const setTimer = (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds).unref();
  return { ...imports, [name]: setTimer };
}

/**
 * Runs `work` with Prisma's schema engine, connected to `databaseUrl`. It is the engine of the Prisma
 * CLI as WebAssembly, so nothing is downloaded; the migrations folder and the `_prisma_migrations`
 * table stay what the CLI would make.
 */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  schemaFiles: SchemaFile[],
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  instantiated ??= instantiate();
  await instantiated;
  // The engine doesn't close its connections, so the pool is ours.
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const adapter = bindMigrationAwareSqlAdapterFactory(new MigrationPg(pool));
  const datamodels = schemaFiles.map((file): [string, string] => [file.path, file.content]);
  let engine: SchemaEngine | undefined;
  try {
    engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, adapter);
    return await work(engine);
  } finally {
    engine?.free();
    await pool.end();
  }
}
