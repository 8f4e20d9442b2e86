import { z } from "zod";
import {
  createFamilyMemberSchema,
  familyMemberSchema,
  familyMembersQuery,
} from "@/lib/family/families/schema";
import { createPerson, listPeopleOf } from "@/lib/family/families/server/people-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The people of the current family, with and without accounts.",
  access: "member",
  query: familyMembersQuery,
  answer: z.array(familyMemberSchema),
  handler: ({ actor, query }) => listPeopleOf(actor, query.organizationId),
});

export const POST = route({
  summary: "Adds a person, with or without an account, to the family.",
  access: "admin",
  body: createFamilyMemberSchema,
  answer: familyMemberSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createPerson(actor, body),
});
