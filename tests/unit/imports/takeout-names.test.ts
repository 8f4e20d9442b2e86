import { isTitleOf, kindOfName, pairFolder } from "@/lib/album/imports/takeout-names";

type Pair = readonly [media: string, sidecar: string];

/** Names that the public tests of other tools expect to match. */
const knownPairs: Pair[] = [
  ["PXL_20211013_220651983.jpg", "PXL_20211013_220651983.jpg.json"],
  ["PXL_20220405_090123740.PORTRAIT-modifié.jpg", "PXL_20220405_090123740.PORTRAIT.jpg.json"],
  ["DSC_0100.JPG", "DSC_0100.JPG.json"],
  ["DSC_0101(1).JPG", "DSC_0101.JPG(1).json"],
  ["IMG_2710(1).HEIC", "IMG_2710.HEIC(1).json"],
  ["PXL_20231118_035751175.MP.jpg", "PXL_20231118_035751175.MP.jpg.json"],
  [
    "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg",
    "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json",
  ],
  ["05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg", "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json"],
  [
    "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg",
    "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json",
  ],
  [
    "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg",
    "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
  ],
  [
    "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg",
    "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
  ],
  [
    "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P(1).jpg",
    "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
  ],
  ["PXL_20210102_221126856.MP~2.jpg", "PXL_20210102_221126856.MP~2.jpg.json"],
  [
    "13039_327707840323_537645323_9470255_27214_n(1).jpg",
    "13039_327707840323_537645323_9470255_27214_n.j(1).json",
  ],
  ["20161105_170829.jpg", "20161105_170829.jpg.supplemental-metadata.json"],
  ["Screenshot_20231027_123303_Facebook.jpg", "Screenshot_20231027_123303_Facebook.jpg.supple.json"],
  ["Screenshot_20231027_123303_Facebook(1).jpg", "Screenshot_20231027_123303_Facebook.jpg.supple(1).json"],
  ["MVIMG_20191230_232926.jpg", "MVIMG_20191230_232926.jpg.supplemental-metadat.json"],
  ["Screenshot_20200301-161151.png", "Screenshot_20200301-161151.png.supplemental-me.json"],
  ["MVIMG_20200207_134534~2.jpg", "MVIMG_20200207_134534~2.jpg.supplemental-metad.json"],
  ["Scan35(1).jpg", "Scan35.jpg.supplemental-metadata(1).json"],
  ["CLIP0001(10).AVI", "CLIP0001.AVI.supplemental-metadata(10).json"],
  ["IMAG0061-edited.JPG", "IMAG0061.JPG.supplemental-metadata.json"],
  ["IMG-20230325-WA0122~2-edited.jpg", "IMG-20230325-WA0122~2.jpg.supplemental-metadat.json"],
  ["2234089303984509579-edited.jpg", "2234089303984509579.supplemental-metadata.json"],
  ["Screenshot_20231027_123303_Facebook-edited.jpg", "Screenshot_20231027_123303_Facebook.jpg.supple.json"],
  [
    "Screenshot_2024-08-31-00-53-48-647_com.snapchat.jpg",
    "Screenshot_2024-08-31-00-53-48-647_com.snapcha.json",
  ],
  ["IMG20210211125718-edited.jpg", "IMG20210211125718.jpg.json"],
  [
    "21345678901234567890123456789012345678901234567.png",
    "2134567890123456789012345678901234567890123456.json",
  ],
  ["IMG2021021(4455)74722(1).jpg", "IMG2021021(4455)74722.jpg(1).json"],
  ["IMG2021021.json74722(1).jpg", "IMG2021021.json74722.jpg(1).json"],
  ["IMG2021021(1)74722(1).jpg", "IMG2021021(1)74722.jpg(1).json"],
  ["IMG_1159.HEIC", "IMG_1159.HEIC.supplemental-metadata.json"],
  ["PXL_20241231_151646544.MP.jpg", "PXL_20241231_151646544.MP.jpg.supplemental-met.json"],
  ["PXL_20240827_094331806.PORTRAIT(1).jpg", "PXL_20240827_094331806.PORTRAIT.jpg.supplement(1).json"],
  [
    "PXL_20240506_142610305.LONG_EXPOSURE-01.COVER.jpg",
    "PXL_20240506_142610305.LONG_EXPOSURE-01.COVER..json",
  ],
  ["PXL_20211120_223243932.MOTION-02.ORIGINAL.jpg", "PXL_20211120_223243932.MOTION-02.ORIGINAL.jpg..json"],
  ["20220322_205147-edited(1).jpg", "20220322_205147.jpg.supplemental-metadata(1).json"],
  ["skytree (2).jpg", "skytree (2).jpg.supplemental-metadata.json"],
  ["video(123).mp4", "video.mp4.supplemental-metadata(123).json"],
  ["Negative0-36-35(1)(1).jpg", "Negative0-36-35(1).jpg.supplemental-metadata(1).json"],
  ["Peanut Butter Balls.jpg", "Peanut Butter Balls.supplemental-metadata.json"],
  ["vacation.final.jpg", "vacation.final.supplemental-metadata.json"],
  ["snapshot(5).heic", "snapshot.supplemental-metadata(5).json"],
  ["2021-08-08T15_36_24+02_00.JPEG", "2021-08-08T15_36_24+02_00.JPEG.supplemental-me.json"],
  ["2021-08-08T15_36_24+02_00.JPEG", "2021-08-08T15_36_24+02_00.supplemental-metadat.json"],
  ["IMG_5.MP4", "IMG_5.HEIC.json"],
  ["27_06_12 - 2.jpg", "27_06_12 - 2.json"],
  ["image000000.gif", "image000000.gif.json"],
  [
    "20170608-120938-0074450 11024379_800533190002620_1254948441_n.jpg",
    "20170608-120938-0074450 11024379_800533190002620_1254948441_n.jpg.supplemental-metadata.json",
  ],
  [
    "20170608-120938-0074450 11024379_800533190002620_1254948441_n(1).jpg",
    "20170608-120938-0074450 11024379_800533190002(1).json",
  ],
  ["MVIMG_20190118_181717-ANIMATION.gif", "MVIMG_20190118_181717-ANIMATION.gif.supplementa.json"],
];

/** Likewise, names that don't. */
const knownStrangers: Pair[] = [
  ["PXL_20211013_220651958.jpg", "PXL_20211013_220651983.jpg.json"],
  ["PXL_20220405_090123741.PORTRAIT-modifié.jpg", "PXL_20220405_090123740.PORTRAIT.jpg.json"],
  ["DSC_0102(1).JPG", "DSC_0102.JPG(2).json"],
  ["DSC_0103.JPG", "DSC_0103.JPG(1).json"],
  ["DSC_0104(1).JPG", "DSC_0104.JPG.json"],
  [
    "Backyard_ceremony_wedding_photography_xxxxxxx_m(185).jpg",
    "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
  ],
  ["photo(0).jpg", "photo.jpg.supplemental-metadata(0).json"],
  ["photo(01).jpg", "photo.jpg.supplemental-metadata(01).json"],
  ["photo(1)-copy.jpg", "photo-copy.jpg.supplemental-metadata(1).json"],
];

const long = "A very long name of a photo of our summer holiday 2024";

/** Our own pairs. */
const ownPairs: Pair[] = [
  ["IMG_1.jpg", "IMG_1.jpg.json"],
  ["IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"],
  ["IMG_1.jpg", "IMG_1.jpg.supplemental-meta.json"],
  ["IMG_1.jpg", "IMG_1.jpg.suppl.json"],
  ["IMG_1.jpg", "IMG_1.jpg.s.json"],
  ["IMG_1.jpg", "IMG_1.jpg..json"],
  ["IMG_1(2).jpg", "IMG_1.jpg(2).json"],
  ["IMG_1(2).jpg", "IMG_1(2).jpg.json"],
  ["IMG_1(2).jpg", "IMG_1(2).jpg.supplemental-metadata.json"],
  ["IMG_1(2).jpg", "IMG_1.jpg.supplemental-metadata(2).json"],
  ["IMG_1(2).jpg", "IMG_1.jpg.supplem(2).json"],
  ["IMG_1(12).jpg", "IMG_1.jpg.s(12).json"],
  ["IMG_1-edited.jpg", "IMG_1.jpg.json"],
  ["IMG_1-bearbeitet.jpg", "IMG_1.jpg.supplemental-metadata.json"],
  ["IMG_1-edited(1).jpg", "IMG_1.jpg(1).json"],
  ["IMG_1(1)-edited.jpg", "IMG_1.jpg(1).json"],
  ["IMG_1(1)-edited.jpg", "IMG_1.jpg.supplemental-metadata(1).json"],
  ["IMG_1-editado.jpg", "IMG_1.jpg.suppl.json"],
  ["IMG_1-modificato.png", "IMG_1.png.json"],
  ["IMG_1-bewerkt.jpg", "IMG_1.jpg.json"],
  ["IMG_1-redigeret.jpg", "IMG_1.jpg.json"],
  ["IMG_1-redigerad.jpg", "IMG_1.jpg.json"],
  ["IMG_1-redigert.jpg", "IMG_1.jpg.json"],
  ["IMG_1-muokattu.jpg", "IMG_1.jpg.json"],
  ["IMG_1-edytowane.jpg", "IMG_1.jpg.json"],
  ["IMG_1-upraveno.jpg", "IMG_1.jpg.json"],
  ["IMG_1-szerkesztett.jpg", "IMG_1.jpg.json"],
  ["IMG_1-düzenlendi.jpg", "IMG_1.jpg.json"],
  ["IMG_1-изменено.jpg", "IMG_1.jpg.json"],
  ["IMG_1-відредаговано.jpg", "IMG_1.jpg.json"],
  ["IMG_1-επεξεργασία.jpg", "IMG_1.jpg.json"],
  ["IMG_1-編集済み.jpg", "IMG_1.jpg.json"],
  ["IMG_1-已修改.jpg", "IMG_1.jpg.json"],
  ["IMG_1-已編輯.jpg", "IMG_1.jpg.json"],
  ["IMG_1-수정됨.jpg", "IMG_1.jpg.json"],
  ["IMG_1-נערך.jpg", "IMG_1.jpg.json"],
  // A Mac decomposes é.
  ["IMG_1-modifie\u0301.jpg", "IMG_1.jpg.json"],
  ["Cafe\u0301.jpg", "Café.jpg.supplemental-metadata.json"],
  ["IMG_1.MP4", "IMG_1.HEIC.json"],
  ["IMG_1.MOV", "IMG_1.JPG.json"],
  ["IMG_1.MOV", "IMG_1.jpeg.supplemental-metadata.json"],
  ["IMG_1234(1).MP4", "IMG_1234.HEIC.supplemental-metadata(1).json"],
  ["IMG_1234(1).MP4", "IMG_1234(1).HEIC.json"],
  ["PXL_20221228_185930354.MP", "PXL_20221228_185930354.MP.jpg.supplemental-met.json"],
  ["PXL_20210102_221126856.MP~2", "PXL_20210102_221126856.MP~2.jpg.json"],
  ["MVIMG_20180418_113218", "MVIMG_20180418_113218.jpg.json"],
  ["img_1.JPG", "IMG_1.jpg.json"],
  ["IMG_1.HEIC", "IMG_1.heic.supplemental-metadata.json"],
  ["IMG_1.jpg", "IMG_1.json"],
  ["IMG_1.jpg", "IMG_1.supplemental-metadata.json"],
  ["IMG_1.jpg", "IMG_1.suppl.json"],
  ["Mr. and Mrs..jpg", "Mr. and Mrs..jpg.supplemental-metadata.json"],
  [`${long.slice(0, 47)}.jpg`, `${long.slice(0, 46)}.json`],
  [`${long.slice(0, 46)}.HEIC`, `${long.slice(0, 46)}.json`],
  [`${long.slice(0, 47)}(3).jpg`, `${long.slice(0, 46)}(3).json`],
  [`${long}.jpg`, `${long}.jpg.supplemental-metadata.json`],
  [`${long}.jpg`, `${long}.jpg.json`],
  [`${long.slice(0, 40)}.jpg`, `${long.slice(0, 40)}.jpg.s.json`],
  [`${long.slice(0, 41)}.jpg`, `${long.slice(0, 41)}.jpg..json`],
  [`${long.slice(0, 42)}.jpg`, `${long.slice(0, 42)}.jpg.json`],
  [`${long.slice(0, 43)}.jpg`, `${long.slice(0, 43)}.jp.json`],
  [`${long.slice(0, 45)}.jpg`, `${long.slice(0, 45)}..json`],
  ["Screenshot 2024-01-01 at 10.00.00 (2).png", "Screenshot 2024-01-01 at 10.00.00 (2).png.supp.json"],
  ["IMG_20180101_120000_Bokeh.jpg", "IMG_20180101_120000_Bokeh.jpg.supplemental-met.json"],
  [
    "00100lPORTRAIT_00100_BURST20190101120000000_CO.jpg",
    "00100lPORTRAIT_00100_BURST20190101120000000_CO.json",
  ],
  ["signal-2023-01-01-120000 (1).jpg", "signal-2023-01-01-120000 (1).jpg.supplemental-.json"],
  ["VID_20200101_120000.mp4", "VID_20200101_120000.mp4.supplemental-metadata.json"],
  ["IMG_1.dng", "IMG_1.dng.supplemental-metadata.json"],
  ["#1 & more.jpg", "#1 & more.jpg.supplemental-metadata.json"],
];

const ownStrangers: Pair[] = [
  ["IMG_1.jpg", "IMG_11.jpg.json"],
  ["IMG_11.jpg", "IMG_1.jpg.json"],
  ["IMG_1(1).jpg", "IMG_1.jpg(11).json"],
  ["IMG_1(11).jpg", "IMG_1.jpg(1).json"],
  ["IMG_1.jpg", "IMG_1.jpg.supplemental-metadata(1).json"],
  ["IMG_1-edited.jpg", "IMG_1.jpg(1).json"],
  ["IMG_1-edited(1).jpg", "IMG_1.jpg(2).json"],
  ["edited.jpg", "edit.jpg.json"],
  ["IMG_1.jpg", "IMG_1.png.json"],
  ["IMG_1.jpg", "IMG_1.jpg.supplementary.json"],
  ["IMG_2.MP4", "IMG_1.HEIC.json"],
  [`${long.slice(0, 47)}.jpg`, `${long.slice(0, 30)}.json`],
  ["A-holiday.jpg", "B.jpg.json"],
];

test.each([...knownPairs, ...ownPairs])("%s is described by %s", (media, sidecar) => {
  expect(pairFolder([media], [sidecar]).sidecarOf.get(media)).toBe(sidecar);
});

test.each([...knownStrangers, ...ownStrangers])("%s isn't described by %s", (media, sidecar) => {
  const { sidecarOf, unused } = pairFolder([media], [sidecar]);
  expect(sidecarOf.get(media)).toBeUndefined();
  expect(unused).toEqual([sidecar]);
});

interface FolderCase {
  media: string[];
  sidecars: string[];
  titles?: Record<string, string>;
  pairs: Record<string, string | null>;
  clips?: Record<string, string>;
  edited?: Record<string, string>;
  unused?: string[];
}

const folders: Record<string, FolderCase> = {
  "numbered copies aren't mixed up": {
    media: ["IMG_1.jpg", "IMG_1(1).jpg", "IMG_1(2).jpg", "IMG_11.jpg"],
    sidecars: ["IMG_1.jpg.json", "IMG_1.jpg(1).json", "IMG_1.jpg.supplemental-metadata(2).json"],
    pairs: {
      "IMG_1.jpg": "IMG_1.jpg.json",
      "IMG_1(1).jpg": "IMG_1.jpg(1).json",
      "IMG_1(2).jpg": "IMG_1.jpg.supplemental-metadata(2).json",
      "IMG_11.jpg": null,
    },
  },
  "of several copies of a cut name, each has its own": {
    media: [
      "Backyard_ceremony_wedding_photography_xxxxxxx_m.jpg",
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(1).jpg",
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg",
    ],
    sidecars: [
      "Backyard_ceremony_wedding_photography_xxxxxxx_(1).json",
      "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
      "Backyard_ceremony_wedding_photography_xxxxxxx_.json",
    ],
    pairs: {
      "Backyard_ceremony_wedding_photography_xxxxxxx_m.jpg":
        "Backyard_ceremony_wedding_photography_xxxxxxx_.json",
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(1).jpg":
        "Backyard_ceremony_wedding_photography_xxxxxxx_(1).json",
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg":
        "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
    },
  },
  "a sidecar whose photo isn't there is left over": {
    media: ["image000000.gif", "image000000.jpg"],
    sidecars: ["image000000.jpg.json", "image000000.jpg(1).json", "image000000.gif.json"],
    pairs: { "image000000.gif": "image000000.gif.json", "image000000.jpg": "image000000.jpg.json" },
    unused: ["image000000.jpg(1).json"],
  },
  "the same number in different cases": {
    media: ["IMG_0170.jpg", "IMG_0170.JPG", "IMG_0170.HEIC", "IMG_0170.MP4"],
    sidecars: ["IMG_0170.jpg.json", "IMG_0170.JPG.json", "IMG_0170.HEIC.json"],
    pairs: {
      "IMG_0170.jpg": "IMG_0170.jpg.json",
      "IMG_0170.JPG": "IMG_0170.JPG.json",
      "IMG_0170.HEIC": "IMG_0170.HEIC.json",
      "IMG_0170.MP4": "IMG_0170.HEIC.json",
    },
    clips: { "IMG_0170.MP4": "IMG_0170.HEIC" },
  },
  "a Pixel's photo and its clip": {
    media: ["PXL_20221228_185930354.MP", "PXL_20221228_185930354.MP.jpg"],
    sidecars: ["PXL_20221228_185930354.MP.jpg.json"],
    pairs: {
      "PXL_20221228_185930354.MP": "PXL_20221228_185930354.MP.jpg.json",
      "PXL_20221228_185930354.MP.jpg": "PXL_20221228_185930354.MP.jpg.json",
    },
    clips: { "PXL_20221228_185930354.MP": "PXL_20221228_185930354.MP.jpg" },
  },
  "two of them that differ in a number of their own": {
    media: [
      "PXL_20210102_221126856.MP",
      "PXL_20210102_221126856.MP.jpg",
      "PXL_20210102_221126856.MP~2",
      "PXL_20210102_221126856.MP~2.jpg",
    ],
    sidecars: ["PXL_20210102_221126856.MP.jpg.json", "PXL_20210102_221126856.MP~2.jpg.json"],
    pairs: { "PXL_20210102_221126856.MP~2": "PXL_20210102_221126856.MP~2.jpg.json" },
    clips: {
      "PXL_20210102_221126856.MP": "PXL_20210102_221126856.MP.jpg",
      "PXL_20210102_221126856.MP~2": "PXL_20210102_221126856.MP~2.jpg",
    },
  },
  "a motion photo's clip without an extension": {
    media: ["MVIMG_20180418_113218", "MVIMG_20180418_113218.jpg"],
    sidecars: ["MVIMG_20180418_113218.jpg.json"],
    pairs: { MVIMG_20180418_113218: "MVIMG_20180418_113218.jpg.json" },
    clips: { MVIMG_20180418_113218: "MVIMG_20180418_113218.jpg" },
  },
  "a Samsung's photo with a video of the same name": {
    media: ["20231227_152817.jpg", "20231227_152817.MP4"],
    sidecars: ["20231227_152817.jpg.json"],
    pairs: { "20231227_152817.MP4": "20231227_152817.jpg.json" },
    clips: { "20231227_152817.MP4": "20231227_152817.jpg" },
  },
  "a Live Photo's numbered copy": {
    media: ["IMG_1.HEIC", "IMG_1.MP4", "IMG_1(1).HEIC", "IMG_1(1).MP4"],
    sidecars: ["IMG_1.HEIC.supplemental-metadata.json", "IMG_1.HEIC.supplemental-metadata(1).json"],
    pairs: {
      "IMG_1.MP4": "IMG_1.HEIC.supplemental-metadata.json",
      "IMG_1(1).MP4": "IMG_1.HEIC.supplemental-metadata(1).json",
    },
    clips: { "IMG_1.MP4": "IMG_1.HEIC", "IMG_1(1).MP4": "IMG_1(1).HEIC" },
  },
  "a video with a sidecar of its own is no clip": {
    media: ["IMG_1.HEIC", "IMG_1.MP4"],
    sidecars: ["IMG_1.HEIC.json", "IMG_1.MP4.json"],
    pairs: { "IMG_1.HEIC": "IMG_1.HEIC.json", "IMG_1.MP4": "IMG_1.MP4.json" },
    clips: {},
  },
  "long exposures": {
    media: [
      "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER.jpg",
      "PXL_20230814_201154491.LONG_EXPOSURE-02.ORIGINA.jpg",
    ],
    sidecars: [
      "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER..json",
      "PXL_20230814_201154491.LONG_EXPOSURE-02.ORIGIN.json",
    ],
    pairs: {
      "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER.jpg":
        "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER..json",
      "PXL_20230814_201154491.LONG_EXPOSURE-02.ORIGINA.jpg":
        "PXL_20230814_201154491.LONG_EXPOSURE-02.ORIGIN.json",
    },
  },
  "an edited copy shares its original's": {
    media: [
      "PXL_20220405_090123740.PORTRAIT.jpg",
      "PXL_20220405_090123740.PORTRAIT-modifié.jpg",
      "IMG_9-modifié.jpg",
    ],
    sidecars: ["PXL_20220405_090123740.PORTRAIT.jpg.json"],
    pairs: {
      "PXL_20220405_090123740.PORTRAIT.jpg": "PXL_20220405_090123740.PORTRAIT.jpg.json",
      "PXL_20220405_090123740.PORTRAIT-modifié.jpg": "PXL_20220405_090123740.PORTRAIT.jpg.json",
      "IMG_9-modifié.jpg": null,
    },
    edited: { "PXL_20220405_090123740.PORTRAIT-modifié.jpg": "PXL_20220405_090123740.PORTRAIT.jpg" },
  },
  "an edited copy in a language nobody listed": {
    media: ["IMG_1.jpg", "IMG_1-weziliwe.jpg"],
    sidecars: ["IMG_1.jpg.json"],
    pairs: { "IMG_1-weziliwe.jpg": "IMG_1.jpg.json" },
    edited: { "IMG_1-weziliwe.jpg": "IMG_1.jpg" },
  },
  "a photo with a word in its name and a sidecar is itself": {
    media: ["Lake.jpg", "Lake-sunset.jpg"],
    sidecars: ["Lake.jpg.json", "Lake-sunset.jpg.json"],
    pairs: { "Lake.jpg": "Lake.jpg.json", "Lake-sunset.jpg": "Lake-sunset.jpg.json" },
    edited: {},
  },
  "an edited copy whose name and its original's are cut alike": {
    media: [`${long.slice(0, 43)}.jpg`, `${long.slice(0, 43)}-edi.jpg`],
    sidecars: [`${long.slice(0, 43)}.jp.json`],
    pairs: {
      [`${long.slice(0, 43)}.jpg`]: `${long.slice(0, 43)}.jp.json`,
      [`${long.slice(0, 43)}-edi.jpg`]: `${long.slice(0, 43)}.jp.json`,
    },
    edited: { [`${long.slice(0, 43)}-edi.jpg`]: `${long.slice(0, 43)}.jpg` },
  },
  "an edited numbered copy": {
    media: ["IMG_1.jpg", "IMG_1(1).jpg", "IMG_1-edited(1).jpg"],
    sidecars: ["IMG_1.jpg.json", "IMG_1.jpg(1).json"],
    pairs: { "IMG_1-edited(1).jpg": "IMG_1.jpg(1).json" },
    edited: { "IMG_1-edited(1).jpg": "IMG_1(1).jpg" },
  },
  "of two that fit equally well, neither has it": {
    media: ["photo.jpg", "photo.png"],
    sidecars: ["photo.supplemental-metadata.json"],
    pairs: { "photo.jpg": null, "photo.png": null },
  },
  "unless the sidecar's title says which": {
    media: ["photo.jpg", "photo.png"],
    sidecars: ["photo.supplemental-metadata.json"],
    titles: { "photo.supplemental-metadata.json": "photo.png" },
    pairs: { "photo.jpg": null, "photo.png": "photo.supplemental-metadata.json" },
  },
  "of two sidecars, the title says which": {
    media: ["photo(1).jpg"],
    sidecars: ["photo(1).jpg.supplemental-metadata.json", "photo.jpg.supplemental-metadata(1).json"],
    titles: {
      "photo(1).jpg.supplemental-metadata.json": "another.jpg",
      "photo.jpg.supplemental-metadata(1).json": "photo.jpg",
    },
    pairs: { "photo(1).jpg": "photo.jpg.supplemental-metadata(1).json" },
  },
  "without titles, the one of the same name": {
    media: ["photo(1).jpg"],
    sidecars: ["photo(1).jpg.supplemental-metadata.json", "photo.jpg.supplemental-metadata(1).json"],
    pairs: { "photo(1).jpg": "photo(1).jpg.supplemental-metadata.json" },
  },
  "the newer form of two": {
    media: ["IMG_1234.jpg"],
    sidecars: ["IMG_1234.jpg.json", "IMG_1234.jpg.supplemental-metadata.json"],
    pairs: { "IMG_1234.jpg": "IMG_1234.jpg.supplemental-metadata.json" },
  },
  "two names that are the same up to the cut, by their titles": {
    media: [`${long.slice(0, 46)}l.jpg`, `${long.slice(0, 46)}m.jpg`],
    sidecars: [`${long.slice(0, 46)}.json`, `${long.slice(0, 46)}(1).json`],
    titles: {
      [`${long.slice(0, 46)}.json`]: `${long.slice(0, 46)}mountains.jpg`,
      [`${long.slice(0, 46)}(1).json`]: `${long.slice(0, 46)}lakes.jpg`,
    },
    pairs: { [`${long.slice(0, 46)}m.jpg`]: `${long.slice(0, 46)}.json` },
  },
  "a title that names the file, whatever the sidecar is called": {
    media: ["renamed weirdly.jpg"],
    sidecars: ["something-else.json"],
    titles: { "something-else.json": "renamed weirdly.jpg" },
    pairs: { "renamed weirdly.jpg": "something-else.json" },
  },
  "characters that Google replaced": {
    media: ["27_06_12 - 1.mov", "What_.jpg"],
    sidecars: ["27_06_12 - 1.mov.json", "other.json"],
    titles: { "27_06_12 - 1.mov.json": "27/06/12 - 1", "other.json": "What?.jpg" },
    pairs: { "27_06_12 - 1.mov": "27_06_12 - 1.mov.json", "What_.jpg": "other.json" },
  },
};

test.each(Object.entries(folders))("%s", (_, { media, sidecars, titles, pairs, clips, edited, unused }) => {
  for (const order of [media, media.toReversed()]) {
    const found = pairFolder(order, sidecars, (name) => titles?.[name]);
    for (const [name, sidecar] of Object.entries(pairs)) {
      expect([name, found.sidecarOf.get(name) ?? null]).toEqual([name, sidecar]);
    }
    if (clips) expect(Object.fromEntries(found.photoOf)).toEqual(clips);
    if (edited) expect(Object.fromEntries(found.originalOf)).toEqual(edited);
    if (unused) expect(found.unused).toEqual(unused);
  }
});

test("every form of a sidecar's name finds its photo among the others", () => {
  const names = [
    "20170608-120938-0074450 11024379_800533190002620_1254948441_n.jpg",
    "20161106-010749-0081545 Screenshot_2016-08-08-21-24-25.png",
    "0074459_11267034_709562962489093_938898794_n.jpg",
    "20161210-001810-0082642 deadmoon114_1481316161512.jpg",
    "Snapchat-1615986030.jpg",
    "MVIMG_20190118_181717-ANIMATION.gif",
    "IMG_20190309_193741-ANIMATION.gif",
    "Screenshot_2016-07-25-12-58-11.png",
    "[Family] A film of the whole afternoon in the garden [HD].mp4",
  ];
  const forms: ((name: string) => string)[] = [
    (name) => `${name}.supplemental-metadata.json`,
    (name) => `${`${name}.supplemental-metadata`.slice(0, 46)}.json`,
    (name) => `${name.slice(0, 46)}.json`,
  ];
  for (const form of forms) {
    const found = pairFolder(names, names.map(form));
    for (const name of names) expect(found.sidecarOf.get(name)).toBe(form(name));
    const numbered = names.map((name) => name.replace(/(\.[^.]+)$/, "(1)$1"));
    const copies = pairFolder(
      numbered,
      names.map((name) => form(name).replace(/\.json$/, "(1).json")),
    );
    for (const [at, name] of numbered.entries()) {
      expect(copies.sidecarOf.get(name)).toBe(form(names[at] ?? "").replace(/\.json$/, "(1).json"));
    }
  }
});

test("a folder of 20,000 photos is matched in one pass", () => {
  const media = Array.from({ length: 20_000 }, (_, at) => `IMG_${at}.jpg`);
  const found = pairFolder(
    media,
    media.map((name) => `${name}.supplemental-metadata.json`),
  );
  expect(found.sidecarOf.size).toBe(20_000);
  expect(found.unused).toEqual([]);
});

test.each([
  ["IMG_1.HEIC", "photo"],
  ["film.MP4", "video"],
  ["PXL_20221228_185930354.MP", "motion"],
  ["PXL_20210102_221126856.MP~2", "motion"],
  ["MVIMG_20180418_113218", "motion"],
  ["archive_browser.html", null],
  ["README", null],
  ["notes.txt", null],
])("%s is a %s, judging by its name", (name, kind) => {
  expect(kindOfName(name)).toBe(kind);
});

test("a title can be its file's before it was truncated, numbered or had characters replaced", () => {
  expect(isTitleOf("IMG_1.jpg", "IMG_1(2).jpg")).toBe(true);
  expect(isTitleOf("skytree (2).jpg", "skytree (2).jpg")).toBe(true);
  expect(isTitleOf("27/06/12 - 1", "27_06_12 - 1.mov")).toBe(true);
  expect(isTitleOf(`${long}.jpg`, `${long.slice(0, 47)}.jpg`)).toBe(true);
  expect(isTitleOf("IMG_2.jpg", "IMG_1.jpg")).toBe(false);
  expect(isTitleOf("IMG_10.jpg", "IMG_1.jpg")).toBe(false);
});
