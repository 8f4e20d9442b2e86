/** The version in package.json, written to a generated file before every build and test run (ops/lib/build.mjs). */
export { appVersion } from "@/lib/generated/version";
