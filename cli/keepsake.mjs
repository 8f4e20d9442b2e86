#!/usr/bin/env node
// The keepsake command line (docs/command-line.md). Bundled when its sources changed.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildCommandLine } from "../ops/lib/build.mjs";

await import(pathToFileURL(await buildCommandLine(path.resolve(import.meta.dirname, ".."))).href);
