import { importFoldersSchema } from "@/lib/album/imports/schema";
import { listImportFolders } from "@/lib/album/imports/server/server-folders";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Folders of the server that its operator can import from; none for anyone else.",
  access: "member",
  answer: importFoldersSchema,
  handler: ({ actor }) => listImportFolders(actor),
});
