import { openApiFile } from "@/lib/operations/api-reference/server/openapi-file";

test("ten readers of the document generate it once, and a failed attempt is retried", async () => {
  let made = 0;
  const makeDocument = async () => {
    made++;
    if (made === 1) throw new Error("A module could not be loaded");
    return { openapi: "3.0.3", made };
  };
  const ask = () => openApiFile(new Headers(), makeDocument);

  await expect(ask()).rejects.toThrow("could not be loaded");
  const together = await Promise.all(Array.from({ length: 5 }, ask));
  const later = [await ask(), await ask(), await ask(), await ask(), await ask()];

  expect(made).toBe(2);
  for (const answer of [...together, ...later])
    expect(await answer.json()).toEqual({ openapi: "3.0.3", made: 2 });
});
