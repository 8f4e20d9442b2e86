import { z } from "zod";
import { createPerson, listPeopleOf } from "@/lib/features/families/people-service";
import {
  createFamilyMemberSchema,
  familyMemberSchema,
  familyMembersQuery,
} from "@/lib/features/families/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The people of the current family, with and without accounts.",
  access: "member",
  query: familyMembersQuery,
  answer: z.array(familyMemberSchema),
  handler: ({ actor, query }) => listPeopleOf(actor, query.organizationId),
});

export const POST = route({
  summary: "Adds a person to the family, who needs no account.",
  access: "admin",
  body: createFamilyMemberSchema,
  answer: familyMemberSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createPerson(actor, body),
});
