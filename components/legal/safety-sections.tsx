import { faceSafetySection } from "@/components/legal/face-sections";
import type { LegalSection } from "@/components/legal/legal-page";
import { WhoRunsIt } from "@/components/legal/who-runs-it";
import type { HouseFacts } from "@/lib/features/legal/house";

/** How children and everybody else are looked after, and what to do when something is wrong. */
export function safetySections(house: HouseFacts): LegalSection[] {
  return [
    {
      id: "closed",
      title: "A closed album",
      body: (
        <ul>
          <li>
            Nobody gets in without an invitation of your family's admins. An invitation works once, for 7
            days.
          </li>
          <li>
            No picture has a public address. A link that is passed on opens only for members of the family.
            The one photo that someone sees before joining is the welcome photo, if an admin chose one: it is
            on the page of an open invitation.
          </li>
          <li>
            Search engines find nothing of your album. The preview of a shared link shows the family's name at
            most.
          </li>
          <li>There are no strangers to follow, no public profiles and no messages from outside.</li>
        </ul>
      ),
    },
    {
      id: "children",
      title: "Children's accounts",
      body: (
        <>
          <p>
            An admin makes an account for a child under Manage Users: with a user name, without an e-mail
            address.
          </p>
          <ul>
            <li>A child can look, add pictures, love them and comment.</li>
            <li>A child can't order, pay, invite anybody, or delete what others added.</li>
            <li>A child who forgot the password asks the family's admins, and nobody else.</li>
            <li>
              Admins see when the account was last used, can set a new password and can take it out of the
              family.
            </li>
          </ul>
          <p>
            {house.appName} asks a child for nothing about itself, shows it no advertising, and doesn't look
            at what it does in order to sell something.
          </p>
        </>
      ),
    },
    faceSafetySection(house),
    {
      id: "before",
      title: "Before you upload",
      body: (
        <ul>
          <li>Ask those who can answer. Bigger children have a say in what the family sees of them.</li>
          <li>
            Think of the bath, the hospital and the school badge: what is sweet today may embarrass, or tell
            too much.
          </li>
          <li>
            Phones write the place into a photo. The album never shows it, but whoever in the family downloads
            the original has it.
          </li>
        </ul>
      ),
    },
    {
      id: "report",
      title: "When a picture should not be here",
      body: (
        <>
          <ol>
            <li>Open the picture, then its details, and choose “Report this picture”.</li>
            <li>Say what is wrong, in a few words if you like.</li>
            <li>
              It is hidden from the whole family at once, also from who added it: from lists, search,
              downloads and baskets.
            </li>
            <li>
              Your family's admins are told. They look at it and put it back, or delete it. You are told
              which.
            </li>
          </ol>
          <p>
            Who added the picture is told that somebody asked, and not who. The admins see who it was. Whoever
            runs this album sees how many reports there are and their reasons, never the picture.
          </p>
          <p>
            If all the admins are part of the problem, write to whoever runs this album (below). If somebody
            is in danger, or a picture shows the abuse of a child, please go to the police: they can act, and
            we can't.
          </p>
        </>
      ),
    },
    {
      id: "people",
      title: "When somebody should not be in the family any more",
      body: (
        <p>
          An owner or admin removes them under Manage Users: from the next click on they see nothing, on any
          device. Have you shared a password with them? Change it, and sign out the other devices under
          Security.
        </p>
      ),
    },
    {
      id: "account",
      title: "When somebody else is in your account",
      body: (
        <ol>
          <li>
            Open <a href="/security">Security</a> and sign out the other devices.
          </li>
          <li>Choose a new password; better still, add a passkey or an authenticator app.</li>
          <li>
            Look through what happened to your account, which stands on the same page, and tell an admin.
          </li>
        </ol>
      ),
    },
    { id: "who", title: "Whom to write to", body: <WhoRunsIt house={house} /> },
  ];
}
