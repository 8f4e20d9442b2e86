import { emit, handleEvents } from "@/lib/core/events/server/events";
import { db } from "@/lib/db";
import { forgetProcessWide } from "@/lib/shared/process-wide";
import { eventHandlers } from "@/server/events";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";

withTestDatabase();
afterEach(() => handleEvents(eventHandlers));

test("an error in a handler rolls back the change that emitted the event", async () => {
  const { familyId, userId } = await createOwner();
  handleEvents({
    ...eventHandlers,
    "owner.left": [
      async () => {
        throw new Error("No room for this");
      },
    ],
  });

  const change = db.$transaction(async (client) => {
    await client.membership.updateMany({ where: { familyId, userId }, data: { role: "member" } });
    await emit("owner.left", { familyId, userId }, client);
  });

  await expect(change).rejects.toThrow("No room for this");
  expect(await db.membership.findFirst({ where: { familyId, userId } })).toMatchObject({ role: "owner" });
});

test("handlers' writes commit or roll back with the rest, in order", async () => {
  const { familyId } = await createOwner();
  const rename = (name: string) => async (_: unknown, client: Parameters<typeof emit>[2]) => {
    await client.family.updateMany({ where: { id: familyId }, data: { name } });
  };
  handleEvents({ ...eventHandlers, "family.ended": [rename("first"), rename("second")] });
  const nameNow = async () => (await db.family.findUnique({ where: { id: familyId } }))?.name;

  await expect(
    db.$transaction(async (client) => {
      await emit("family.ended", { familyId }, client);
      throw new Error("Changed its mind");
    }),
  ).rejects.toThrow("Changed its mind");
  expect(await nameNow()).not.toBe("second");

  await db.$transaction((client) => emit("family.ended", { familyId }, client));
  expect(await nameNow()).toBe("second");
});

test("emitting an event without registered handlers fails", async () => {
  forgetProcessWide("events");
  await expect(emit("person.removed", { memberId: "x" }, db)).rejects.toThrow(
    "person.removed has no handlers",
  );
});
