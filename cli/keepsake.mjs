#!/usr/bin/env node
// The keepsake command line (docs/command-line.md). Bundled when its sources changed.
import { pathToFileURL } from "node:url";
import { buildCommandLine } from "../ops/lib/build.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";

if (await runsOnModernNode(root)) await import(pathToFileURL(await buildCommandLine(root)).href);
