import type { ReactNode } from "react";

const takeout = (
  <a href="https://takeout.google.com" rel="noreferrer noopener" target="_blank" className="text-link">
    takeout.google.com
  </a>
);
const privacy = (
  <a href="https://privacy.apple.com" rel="noreferrer noopener" target="_blank" className="text-link">
    privacy.apple.com
  </a>
);

const sources: { name: string; steps: ReactNode }[] = [
  {
    name: "Google Photos",
    steps: (
      <>
        Go to {takeout}, choose only <strong>Google Photos</strong>, and files of up to 50 GB as ZIP or TGZ.
        Download every part.
      </>
    ),
  },
  {
    name: "Apple",
    steps: (
      <>
        Go to {privacy}, ask for a copy of your <strong>iCloud Photos</strong>, and download every part.
        Photos that you exported on a Mac can come as a ZIP of their folders.
      </>
    ),
  },
  {
    name: "FamilyAlbum",
    steps: <>A ZIP of the folder that mitene_download made, with the comments in it.</>,
  },
  {
    name: "WhatsApp",
    steps: (
      <>
        In the chat, choose <strong>Export chat</strong>, with media.
      </>
    ),
  },
  {
    name: "Facebook, Instagram",
    steps: (
      <>
        Download your information as <strong>JSON</strong>, in high quality, with posts and photos.
      </>
    ),
  },
  {
    name: "Immich",
    steps: (
      <>
        Choose <strong>An Immich server</strong> below. In Immich, create a key under Account settings, API
        keys, that can read assets, albums and people, and download assets.
      </>
    ),
  },
  {
    name: "An album like this",
    steps: <>The ZIP of the whole album, which its owner can export in the settings.</>,
  },
];

/** Instructions for requesting an export from each service. */
export function SourceGuide() {
  return (
    <>
      <p className="mb-2 text-ink-soft">
        Don't unpack what you get: add all the parts here. You can close this page and continue later.
      </p>
      <dl className="mb-4 grid gap-x-6 gap-y-2 md:grid-cols-[auto_1fr]">
        {sources.map(({ name, steps }) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-ink-soft">{steps}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
