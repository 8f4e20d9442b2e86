/** The version of package.json. Its file is written before every build and test run (ops/lib/build.mjs). */
export { appVersion } from "@/lib/generated/version";
