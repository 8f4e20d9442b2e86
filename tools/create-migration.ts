import { createMigration } from "@/prisma/migrate";

const name = process.argv[2] ?? "";
if (!/^[a-z0-9_]+$/.test(name))
  throw new Error("Name the change in snake_case: npm run migration -- add_notices");

const folder = await createMigration(process.env.DATABASE_URL ?? "", name);
console.log(
  folder
    ? `Made ${folder}. Read its SQL, complete it by hand where the schema can't say it, then commit it.`
    : "Nothing is missing: the migrations lead to prisma/schema.",
);
