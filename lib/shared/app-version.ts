import packageJson from "@/package.json" with { type: "json" };

/** The version of package.json. */
export const appVersion: string = packageJson.version;
