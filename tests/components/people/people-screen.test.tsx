import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { ImportedPeople } from "@/components/faces/people/imported-people";
import { PeopleScreen } from "@/components/faces/people/people-screen";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import type { RecognitionDto } from "@/lib/faces/recognition/schema";
import { faceGroupDto, peoplePageDto, recognitionDto } from "@/tests/support/face-rows";
import { FakeApi } from "@/tests/support/fake-api";
import { personRow } from "@/tests/support/family-rows";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const ama = faceGroupDto({ id: "ama", name: "Ama", memberId: "person-ama", faceCount: 34 });
const somebody = faceGroupDto({ id: "somebody", faceCount: 12 });
const admin = userDto({ isAdmin: true });
const member = userDto({ isAdmin: false });
let api: FakeApi;
let groups: FaceGroupDto[];

function serve(recognition: Partial<RecognitionDto> = {}, user = admin) {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("GET /api/recognition", { json: recognitionDto(recognition) })
    .on("GET /api/people", () => ({ json: peoplePageDto(groups) }))
    .on("GET /api/family-members", {
      json: [
        personRow({ id: "person-ama", displayName: "Ama", name: "Ama" }),
        personRow({ id: "marked", displayName: "Ife", name: "Ife" }),
      ],
    })
    .install();
  return renderPage(<PeopleScreen isHidden={false} />, { user });
}

beforeEach(() => {
  groups = [ama, somebody];
});

test("unnamed faces come first, with how often they were seen; the others link to their pictures", async () => {
  const { container } = serve();
  const unnamed = await screen.findByRole("region", { name: "Who is this?" });
  expect(within(unnamed).getByRole("link", { name: /12 photos/ })).toHaveAttribute(
    "href",
    "/people/somebody",
  );
  const people = screen.getByRole("region", { name: "Your people" });
  expect(within(people).getByRole("link", { name: /Ama.*34 photos/ })).toHaveAttribute("href", "/people/ama");
  expect((await axe(container)).violations).toEqual([]);
});

test("a face is named with a press, and then tagging its pictures is offered with their number", async () => {
  serve();
  const named = { ...somebody, name: "Ama", memberId: "person-ama" };
  api
    .on("PUT /api/people/somebody", { json: named })
    .on("GET /api/people/somebody", { json: { ...peoplePageDto([]), group: named, untaggedCount: 9 } })
    .on("POST /api/people/somebody/tags", { json: { tagged: 9 } });
  await userEvent.click(await screen.findByRole("button", { name: "Say who" }));
  const list = await screen.findByRole("list", { name: "People of the family" });
  await userEvent.click(within(list).getByRole("button", { name: /Ama/ }));
  const question = await screen.findByRole("alertdialog", { name: "Tag Ama on 9 photos?" });
  await userEvent.click(within(question).getByRole("button", { name: "Tag 9 photos" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(api.calls.filter(({ method }) => method !== "GET")).toMatchObject([
    { method: "PUT", path: "/api/people/somebody", body: { memberId: "person-ama" } },
    { method: "POST", path: "/api/people/somebody/tags", body: {} },
  ]);
});

test("people whose faces are never looked for are not suggested, and only admins add someone new", async () => {
  serve({ neverRecognized: ["marked"] });
  api.on("PUT /api/people/somebody", { json: { ...somebody, name: "Efua", memberId: "new" } });
  api.on("GET /api/people/somebody", { json: { ...peoplePageDto([]), group: somebody, untaggedCount: 0 } });
  await userEvent.click(await screen.findByRole("button", { name: "Say who" }));
  await screen.findByRole("button", { name: /Ama/ });
  await waitFor(() => expect(screen.queryByRole("button", { name: /Ife/ })).not.toBeInTheDocument());
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Efua");
  await userEvent.click(screen.getByRole("button", { name: "Add Efua to the family" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ newPersonName: "Efua" });
});

test.each([
  ["the person of exactly that name", "ann", admin, { memberId: "ann" }],
  ["the only one it fits, if nobody can be added", "Maxi", member, { memberId: "maxine" }],
  ["a new person if it fits nobody", "Efua", admin, { newPersonName: "Efua" }],
])("Enter chooses %s", async (_, typed, user, change) => {
  serve({}, user);
  api
    .on("GET /api/family-members", {
      json: ["Anna", "Ann", "Maxine"].map((name) =>
        personRow({ id: name.toLowerCase(), displayName: name, name: `${name} Blum` }),
      ),
    })
    .on("PUT /api/people/somebody", { json: { ...somebody, name: typed, memberId: "chosen" } })
    .on("GET /api/people/somebody", { json: { ...peoplePageDto([]), group: somebody, untaggedCount: 0 } });
  await userEvent.click(await screen.findByRole("button", { name: "Say who" }));
  await screen.findByRole("button", { name: "Anna" });
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), `${typed}{Enter}`);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([change]);
});

test.each([
  ["An", member],
  ["Max", admin],
])("Enter after %s chooses nobody: it could be someone else", async (typed, user) => {
  serve({}, user);
  api.on("GET /api/family-members", {
    json: ["Anna", "Anne", "Maxine"].map((name) => personRow({ id: name, displayName: name, name })),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Say who" }));
  await screen.findByRole("button", { name: "Anna" });
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), `${typed}{Enter}`);
  expect(screen.getByRole("dialog", { name: "Who is this?" })).toBeVisible();
  expect(api.made("PUT")).toEqual([]);
});

test("a member who types an unknown name sees that an admin can add it", async () => {
  serve({}, member);
  await userEvent.click(await screen.findByRole("button", { name: "Say who" }));
  await screen.findByRole("button", { name: /Ama/ });
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Efua");
  expect(
    await screen.findByText(/There's no one called “Efua” in this album. An admin can add them./),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: /Add/ })).not.toBeInTheDocument();
});

test("a server refusal is shown in the dialog, and nothing is lost", async () => {
  serve();
  const refusal = {
    message: "An admin has chosen never to look for this person's face.",
    field: "memberId",
  };
  api.on("PUT /api/people/somebody", { status: 422, json: refusal });
  await userEvent.click(await screen.findByRole("button", { name: "Say who" }));
  await userEvent.click(await screen.findByRole("button", { name: /Ama/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("never to look for");
  expect(screen.getByRole("dialog", { name: "Who is this?" })).toBeVisible();
});

test("a face can be hidden, and restored with Undo", async () => {
  serve();
  api.on("PUT /api/people/somebody", ({ body }) => {
    const { isHidden } = body as { isHidden: boolean };
    groups = isHidden ? [ama] : [ama, somebody];
    return { json: { ...somebody, isHidden } };
  });
  await userEvent.click(await screen.findByRole("button", { name: "Hide" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Who is this?" })).not.toBeInTheDocument());
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("region", { name: "Who is this?" })).toBeVisible();
});

describe("with no faces", () => {
  beforeEach(() => {
    groups = [];
  });

  test("and faces off, an admin is sent to the settings, a member sees who can turn them on", async () => {
    const view = serve({ faces: false });
    expect(await screen.findByRole("link", { name: "Open the family's settings" })).toHaveAttribute(
      "href",
      "/settings?tab=family",
    );
    view.unmount();
    serve({ faces: false }, member);
    expect(await screen.findByText(/off until an admin of your family switches it on/)).toBeVisible();
    expect(screen.queryByRole("link", { name: /settings/ })).not.toBeInTheDocument();
  });

  test("if the server can't, only admins see what to set up", async () => {
    const view = serve({ isAvailable: false });
    expect(await screen.findByText("RECOGNITION")).toBeVisible();
    view.unmount();
    serve({ isAvailable: false }, member);
    expect(await screen.findByText(/press “Tag people” instead/)).toBeVisible();
    expect(screen.queryByText("RECOGNITION")).not.toBeInTheDocument();
  });

  test.each([
    ["this server can't", { isAvailable: false }, "Say who is in a photo"],
    ["it is still looking", { picturesLeft: 1240 }, "Looking for faces"],
    ["no face was found", {}, "No faces found yet"],
  ])("%s", async (_, recognition, title) => {
    serve(recognition);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  });
});

test("the remaining number to look at is shown, and faces found meanwhile appear", async () => {
  serve({ picturesLeft: 1240 });
  expect(await screen.findByText(/1,240 photos left to look at/)).toBeVisible();
});

test("if the faces can't be loaded, the page says so and can retry", async () => {
  groups = [];
  api = new FakeApi().on("GET /api/auth/me", { json: admin }).install();
  api.on("GET /api/people", { status: 500, json: { message: "Something went wrong." } });
  api.on("GET /api/recognition", { json: recognitionDto() });
  renderPage(<PeopleScreen isHidden={false} />, { user: admin });
  expect(await screen.findByRole("alert")).toHaveTextContent("could not be loaded");
  api.on("GET /api/people", { json: peoplePageDto([ama]) });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: /Ama/ })).toBeVisible();
});

describe("names from other albums", () => {
  const oma = { id: "oma", name: "Oma", memberId: null, hearts: 1, comments: 2, uploads: 0 };

  function serveNames(names: object[]) {
    api = new FakeApi()
      .on("GET /api/auth/me", { json: admin })
      .on("GET /api/imported-people", () => ({ json: names }))
      .on("GET /api/family-members", {
        json: [personRow({ id: "person-ama", displayName: "Ama", name: "Ama" })],
      })
      .on("PUT /api/imported-people/oma", { json: { ...oma, memberId: "person-ama" } })
      .on("DELETE /api/imported-people/oma", { status: 204 })
      .install();
    return renderPage(<ImportedPeople familyId="family-1" />, { user: admin });
  }

  test("can be matched to someone in the family", async () => {
    const { container } = serveNames([oma]);
    const who = await screen.findByLabelText(/^Oma\s*2 comments, 1 heart$/);
    expect((await axe(container)).violations).toEqual([]);
    await userEvent.selectOptions(who, "Ama");
    await waitFor(() => expect(api.made("PUT")).toHaveLength(1));
    expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ memberId: "person-ama" });
  });

  test("are removed with their comments, after confirming", async () => {
    serveNames([oma]);
    await userEvent.click(await screen.findByRole("button", { name: "Remove what Oma said" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(api.made("DELETE")).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(api.made("DELETE")).toHaveLength(1));
  });

  test("aren't shown once all their comments and hearts are matched", async () => {
    const { container } = serveNames([{ ...oma, hearts: 0, comments: 0 }]);
    await waitFor(() => expect(api.made("GET").length).toBeGreaterThan(1));
    expect(container).not.toHaveTextContent("Oma");
  });
});
