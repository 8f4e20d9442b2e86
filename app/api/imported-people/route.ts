import { importedPersonSchema } from "@/lib/album/imported-people/schema";
import { listImportedPeople } from "@/lib/album/imported-people/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Everyone whose comments or hearts imports brought, with which family member each one is.",
  access: "admin",
  answer: importedPersonSchema.array(),
  handler: ({ actor }) => listImportedPeople(actor),
});
