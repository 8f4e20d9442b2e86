import { ImportPlanner } from "@/lib/album/imports/plan";
import { readCsv } from "@/lib/album/imports/sources/csv";
import { repairText } from "@/lib/album/imports/sources/meta";

/** Plans an import of files by path: a text, an object to write as JSON, or null for a photo or video. */
function plan(files: Record<string, string | object | null>) {
  const planner = new ImportPlanner<{ path: string; bytes: number; modifiedMs: number }>();
  for (const [path, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    planner.add({ path, bytes: 1, modifiedMs: 0 }, content === null ? undefined : text);
  }
  const { kind } = planner;
  const plans = [...planner.plan()];
  const byName = new Map(
    plans.flatMap(({ files: planned }) =>
      planned.map((file) => [file.member.path.slice(file.member.path.lastIndexOf("/") + 1), file] as const),
    ),
  );
  const file = (name: string) => {
    const found = byName.get(name);
    if (!found) throw new Error(`${name} isn't planned`);
    return found;
  };
  const others = plans.flatMap(({ others: left }) => left.map(({ member, reason }) => [member.path, reason]));
  return { kind, file, others };
}

describe("CSV", () => {
  test.each([
    ["commas", "name,words\r\na,b\r\n"],
    ["a byte order mark and semicolons, as a spreadsheet saves it", "\uFEFFName;Words\na;b\n"],
    ["tabs, and no line ending at the end", "name\twords\na\tb"],
    ["quotes around everything", '"name","words"\n"a","b"\n\n'],
  ])("with %s", (_, text) => {
    expect([...readCsv(text)]).toEqual([{ name: "a", words: "b" }]);
  });

  test("cells contain separators, line endings and quotes; missing cells are empty", () => {
    const rows = [...readCsv('name,words\n"Smith, ""Bo""","two\nlines"\nshort\n')];
    expect(rows).toEqual([
      { name: 'Smith, "Bo"', words: "two\nlines" },
      { name: "short", words: "" },
    ]);
  });

  test.each(["", "name\n", '"', '"a', 'a,"b"c\nd,e', ",\n,,,"])("%j ends", (text) => {
    expect(() => [...readCsv(text)]).not.toThrow();
  });
});

describe("Apple's copy of iCloud Photos", () => {
  const header = "imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate";
  const day = '"Saturday June 4,2022 12:11 PM GMT"';
  const part = "iCloud Photos Part 1 of 2";
  const files = {
    [`${part}/Photos/Photo Details.csv`]: `${header}\nIMG_1.HEIC,x,yes,no,no,${day},10,${day}\nIMG_2.JPG,x,no,yes,no,${day},1,${day}\n`,
    [`${part}/Photos/Photo Details-1.csv`]: `\uFEFF${header.replaceAll(",", ";")}\nIMG_3.JPG;x;no;no;yes;"Monday January 3,2022 12:05 AM GMT";1;x\n`,
    [`${part}/Photos/IMG_1.HEIC`]: null,
    [`${part}/Photos/IMG_1.MOV`]: null,
    [`${part}/Photos/IMG_E1.JPG`]: null,
    [`${part}/Photos/IMG_2.JPG`]: null,
    [`${part}/Photos/IMG_3.JPG`]: null,
    [`${part}/Photos/IMG_1.AAE`]: null,
    [`${part}/Albums/Summer.csv`]: "Images\nIMG_1.HEIC\nIMG_1.MOV\nIMG_2.JPG\n",
    [`${part}/Albums/Empty.csv`]: "",
    [`${part}/Albums/Favorites.csv`]: "imgName\nIMG_1.HEIC\n",
    [`${part}/Memories/June.csv`]: "imageName\nIMG_1.HEIC\n",
    [`${part}/Recently Deleted/IMG_4.JPG`]: null,
    [`${part}/iCloud Shared Albums.zip`]: null,
  };

  test("has dates, favourites, what was hidden or deleted, and albums", () => {
    const { kind, file, others } = plan(files);
    expect(kind).toBe("apple");
    const takenMs = Date.UTC(2022, 5, 4, 12, 11);
    const nothing = { isLocked: false, isTrashed: false, isFavorite: false };
    expect(file("IMG_1.HEIC")).toMatchObject({
      facts: { ...nothing, takenMs, isFavorite: true },
      albums: ["Summer"],
    });
    expect(file("IMG_2.JPG")).toMatchObject({ facts: { ...nothing, isLocked: true }, albums: ["Summer"] });
    expect(file("IMG_3.JPG")).toMatchObject({
      facts: { ...nothing, takenMs: Date.UTC(2022, 0, 3, 0, 5), isTrashed: true },
      albums: [],
    });
    expect(file("IMG_4.JPG")).toMatchObject({ facts: { ...nothing, isTrashed: true } });
    expect(others).toEqual([
      [`${part}/Photos/IMG_1.AAE`, "aae"],
      [`${part}/iCloud Shared Albums.zip`, "nested"],
    ]);
  });

  test("a Live Photo's clip is its photo's", () => {
    const { file } = plan(files);
    expect(file("IMG_1.MOV")).toMatchObject({ photo: { path: `${part}/Photos/IMG_1.HEIC` }, albums: [] });
    expect(file("IMG_1.MOV").facts).toMatchObject({
      isFavorite: false,
      takenMs: Date.UTC(2022, 5, 4, 12, 11),
    });
  });

  test.each([
    ["IMG_E1234.JPG", "IMG_1234.HEIC"],
    ["IMG_1234 (edited).jpg", "IMG_1234.jpg"],
    ["IMG_1234 (edited).jpg", "IMG_1234.HEIC"],
    ["IMG_1234 (bearbeitet).JPG", "IMG_1234.JPG"],
  ])("%s is an edited copy of %s", (edited, original) => {
    const { file } = plan({ [`Export/${edited}`]: null, [`Export/${original}`]: null });
    expect(file(edited).isEdited).toBe(true);
    expect(file(original).isEdited).toBe(false);
  });

  test("an edited copy has its original's date", () => {
    const { file } = plan({
      "Photos/Photo Details.csv": `${header}\nIMG_1234.HEIC,x,no,no,no,${day},1,x\n`,
      "Photos/IMG_1234.HEIC": null,
      "Photos/IMG_E1234.JPG": null,
    });
    expect(file("IMG_E1234.JPG").facts.takenMs).toBe(Date.UTC(2022, 5, 4, 12, 11));
  });

  test("folders exported by Photos are albums", () => {
    expect(plan({ "Our summer/IMG_1.HEIC": null }).file("IMG_1.HEIC").albums).toEqual(["Our summer"]);
  });
});

describe("FamilyAlbum", () => {
  const stem = "2019-06-12T10:11:12+0900-0a1b2c";

  test("comments have their authors' names, in their order, with their paragraphs", () => {
    const { kind, file, others } = plan({
      [`out/${stem}.jpg`]: null,
      [`out/${stem}.md`]: "**Oma**: So big!\n\nAlready?\n\n**お父さん**: はい\n\n**Oma**: **Oh**\n\n",
      "out/notes.md": "**Oma**: not a comment",
    });
    expect(kind).toBe("family_album");
    expect(file(`${stem}.jpg`)).toMatchObject({
      albums: [],
      facts: {
        comments: [
          { name: "Oma", text: "So big!\n\nAlready?", atMs: null, editedMs: null },
          { name: "お父さん", text: "はい", atMs: null, editedMs: null },
          { name: "Oma", text: "**Oh**", atMs: null, editedMs: null },
        ],
      },
    });
    expect(others).toEqual([["out/notes.md", "not_media"]]);
  });

  test("comments can be in a folder of their own, and names without colons", () => {
    const name = "2019-06-12T10_11_12+0900-0a1b2c";
    const { file } = plan({
      [`out/photos/2019/06/${name}.jpg`]: null,
      [`out/comments/2019/06/${name}.md`]: "**Oma**: So big!\n\n",
    });
    expect(file(`${name}.jpg`).facts.comments).toEqual([
      { name: "Oma", text: "So big!", atMs: null, editedMs: null },
    ]);
  });
});

describe("WhatsApp", () => {
  const android = [
    "12/06/2019, 14:05 - Messages and calls are end-to-end encrypted.",
    "12/06/2019, 14:05 - Ada: IMG-20190612-WA0003.jpg (file attached)",
    "At the lake",
    "with Bo",
    "12/06/2019, 14:06 - Bo: nice",
  ].join("\n");
  const iphone = [
    "[6/12/19, 2:05:09\u202fPM] Ada: \u200eLook! <attached: 00000010-PHOTO-2019-06-12-14-05-09.jpg>",
    "\u200e[6/13/19, 9:00:00 AM] Bo: \u200e<adjunto: 00000011-VIDEO-2019-06-13-09-00-00.mp4>",
  ].join("\r\n");

  test("an Android phone's chat says when a photo was sent, and what was written with it", () => {
    const { kind, file } = plan({
      "WhatsApp Chat with Family/WhatsApp Chat with Family.txt": android,
      "WhatsApp Chat with Family/IMG-20190612-WA0003.jpg": null,
    });
    expect(kind).toBe("whatsapp");
    expect(file("IMG-20190612-WA0003.jpg")).toMatchObject({
      albums: [],
      facts: { takenLocal: "2019-06-12T14:05:00", description: "At the lake\nwith Bo", comments: [] },
    });
  });

  test("an iPhone's chat, with the month first and twelve hours", () => {
    const { file } = plan({
      "_chat.txt": iphone,
      "00000010-PHOTO-2019-06-12-14-05-09.jpg": null,
      "00000011-VIDEO-2019-06-13-09-00-00.mp4": null,
    });
    expect(file("00000010-PHOTO-2019-06-12-14-05-09.jpg").facts).toMatchObject({
      takenLocal: "2019-06-12T14:05:09",
      description: "Look!",
    });
    expect(file("00000011-VIDEO-2019-06-13-09-00-00.mp4").facts.takenLocal).toBe("2019-06-13T09:00:00");
  });

  test.each([
    [
      "the name says the month comes first",
      "3/4/24, 10:00 - Ada: IMG-20240304-WA0001.jpg (file attached)",
      "2024-03-04T10:00:00",
    ],
    [
      "the name says the day comes first",
      "3/4/24, 10:00 - Ada: IMG-20240403-WA0001.jpg (file attached)",
      "2024-04-03T10:00:00",
    ],
    [
      "with dots the day comes first",
      "03.04.24, 10:00 - Ada: a.jpg (Datei angehängt)",
      "2024-04-03T10:00:00",
    ],
    ["the year comes first", "2024-04-03, 10:00 - Ada: a.jpg (file attached)", "2024-04-03T10:00:00"],
    ["midnight has twelve hours", "4/13/24, 12:30 AM - Ada: a.jpg (file attached)", "2024-04-13T00:30:00"],
    ["31 February is no day", "31/02/2024, 10:00 - Ada: a.jpg (file attached)", null],
  ])("in a date, %s", (_, row, takenLocal) => {
    const name = /[\w-]+\.jpg/.exec(row)?.[0] ?? "";
    expect(plan({ "_chat.txt": row, [name]: null }).file(name).facts.takenLocal).toBe(takenLocal);
  });

  test("a phone's own folders aren't albums", () => {
    const { kind, file } = plan({
      "Media/WhatsApp Images/IMG-20190612-WA0003.jpg": null,
      "Media/WhatsApp Images/Sent/IMG-20190612-WA0004.jpg": null,
    });
    expect(kind).toBe("whatsapp");
    expect(file("IMG-20190612-WA0003.jpg").albums).toEqual([]);
    expect(file("IMG-20190612-WA0004.jpg").albums).toEqual([]);
  });
});

describe("Facebook and Instagram", () => {
  /** Text as both export it: each byte of UTF-8 as one character. */
  const broken = (text: string) => Buffer.from(text, "utf8").toString("latin1");

  test.each(["Café", "日本", "👨‍👩‍👧 naïve", "plain"])("%s is repaired", (text) => {
    expect(repairText(broken(text))).toBe(text);
  });
  test.each(["Café", "日本", "Ã", ""])("%s, which is already right, stays unchanged", (text) => {
    expect(repairText(text)).toBe(text);
  });

  test("Facebook's albums have names, dates, descriptions, places and comments", () => {
    const root = "facebook-ada/your_facebook_activity/posts";
    const photo = "your_facebook_activity/posts/media/Lake_1/1.jpg";
    const { kind, file } = plan({
      [`${root}/album/0.json`]: {
        name: broken("Am See, größer"),
        cover_photo: { uri: photo, creation_timestamp: 1_560_000_000 },
        photos: [
          {
            uri: photo,
            creation_timestamp: 1_560_000_000,
            title: "Am See",
            description: broken("Früh"),
            media_metadata: {
              photo_metadata: {
                exif_data: [{ taken_timestamp: 1_559_000_000, latitude: 46.2, longitude: 6.1 }],
              },
            },
            comments: [
              { timestamp: 1_560_000_100, comment: broken("Schön!"), author: broken("Jörg") },
              { comment: 7, author: null },
            ],
          },
        ],
      },
      "facebook-ada/your_facebook_activity/posts/media/Lake_1/1.jpg": null,
    });
    expect(kind).toBe("meta");
    expect(file("1.jpg")).toMatchObject({
      albums: ["Am See, größer"],
      facts: {
        takenMs: 1_559_000_000_000,
        description: "Früh",
        place: { latitude: 46.2, longitude: 6.1 },
        comments: [{ name: "Jörg", text: "Schön!", atMs: 1_560_000_100_000, editedMs: null }],
      },
    });
  });

  test("a post's text goes to its first photo", () => {
    const { file } = plan({
      "posts/your_posts_1.json": [
        {
          timestamp: 1_560_000_000,
          title: "Ada added 2 photos.",
          data: [{ post: broken("Größe") }],
          attachments: [
            {
              data: [
                {
                  media: {
                    uri: "photos_and_videos/a/1.jpg",
                    creation_timestamp: 1_560_000_000,
                    description: "",
                  },
                },
                { media: { uri: "photos_and_videos/a/2.jpg", creation_timestamp: 1_560_000_000 } },
              ],
            },
          ],
        },
      ],
      "photos_and_videos/a/1.jpg": null,
      "photos_and_videos/a/2.jpg": null,
    });
    expect(file("1.jpg")).toMatchObject({ albums: [], facts: { description: "Größe" } });
    expect(file("2.jpg")).toMatchObject({ albums: [], facts: { description: "" } });
  });

  test("the title of a photo in a post is its album's name, not its description; a video's title is its own", () => {
    const names = ["1.jpg", "2.jpg", "3.mp4", "4.mp4"];
    const media = (name: string, title: string) => ({
      media: { uri: `photos_and_videos/a/${name}`, creation_timestamp: 1_560_000_000, title },
    });
    const { file } = plan({
      "posts/your_posts_1.json": [
        {
          data: [{ post: broken("Größe") }],
          attachments: [{ data: [media("1.jpg", broken("Mobiloverførsler"))] }],
        },
        { attachments: [{ data: [media("2.jpg", "Summer 2019")] }] },
      ],
      "photos_and_videos/your_videos.json": {
        videos: [media("3.mp4", "First steps").media, media("4.mp4", "Mobile Uploads").media],
      },
      ...Object.fromEntries(names.map((name) => [`photos_and_videos/a/${name}`, null])),
    });
    expect(names.map((name) => file(name).facts.description)).toEqual(["Größe", "", "First steps", ""]);
    expect(names.flatMap((name) => file(name).albums)).toEqual([]);
  });

  test("archives from before 2020 have the camera's facts, too", () => {
    const { file } = plan({
      "photos_and_videos/album/0.json": {
        name: "Lake",
        photos: [
          {
            uri: "photos_and_videos/Lake_1/1.jpg",
            creation_timestamp: 1_560_000_000,
            media_metadata: {
              photo_metadata: { taken_timestamp: 1_559_000_000, latitude: 46.2, longitude: 6.1, f_stop: "2" },
            },
          },
        ],
      },
      "photos_and_videos/Lake_1/1.jpg": null,
    });
    expect(file("1.jpg").facts).toMatchObject({
      takenMs: 1_559_000_000_000,
      place: { latitude: 46.2, longitude: 6.1 },
    });
  });

  test.each([
    [
      "today",
      "your_instagram_activity/content/posts_1.json",
      [
        {
          media: [
            { uri: "media/posts/201906/x.jpg", creation_timestamp: 1_560_000_000, title: broken("Früh") },
          ],
        },
      ],
    ],
    [
      "with several photos",
      "content/posts_1.json",
      [
        {
          title: broken("Früh"),
          media: [
            { uri: "media/posts/201906/x.jpg", creation_timestamp: 1_560_000_000, title: "" },
            { uri: "media/posts/201906/y.jpg", creation_timestamp: 1_560_000_000, title: "" },
          ],
        },
      ],
    ],
    [
      "until 2020",
      "media.json",
      {
        photos: [
          { caption: "Früh", taken_at: "2019-06-08T13:20:00+00:00", path: "media/posts/201906/x.jpg" },
        ],
      },
    ],
  ])("Instagram's posts, %s", (_, path, json) => {
    const { file } = plan({ [path]: json, "media/posts/201906/x.jpg": null });
    expect(file("x.jpg")).toMatchObject({
      albums: [],
      facts: { takenMs: 1_560_000_000_000, description: "Früh" },
    });
  });

  test("anything unexpected is ignored", () => {
    let deep: unknown = { uri: "media/x.jpg", creation_timestamp: 1 };
    for (let depth = 0; depth < 50; depth++) deep = [deep];
    const { kind, file, others } = plan({
      "content/a.json": "{",
      "content/b.json": { uri: 7, creation_timestamp: "soon" },
      "content/c.json": deep as object,
      "media/x.jpg": null,
    });
    expect(kind).toBe("folder");
    expect(file("x.jpg").facts).toMatchObject({ takenMs: null, description: "" });
    expect(others).toEqual([]);
  });
});

test("files that are left out are named", () => {
  const { others } = plan({
    "a/large.json": null,
    "a/inner.zip": null,
    "a/IMG_1.AAE": null,
    "a/b.pdf": null,
  });
  expect(others).toEqual([
    ["a/large.json", "too_long"],
    ["a/inner.zip", "nested"],
    ["a/IMG_1.AAE", "aae"],
    ["a/b.pdf", "not_media"],
  ]);
});
