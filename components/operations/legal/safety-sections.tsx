import { faceSafetySection } from "@/components/operations/legal/face-sections";
import type { LegalSection } from "@/components/operations/legal/legal-page";
import { WhoRunsIt } from "@/components/operations/legal/who-runs-it";
import type { InstallationFacts } from "@/lib/operations/legal/schema";

/** What to do about a photo, a person or an account. */
function whenSomethingIsWrongSections(): LegalSection[] {
  return [
    {
      id: "report",
      title: "When a photo shouldn't be here",
      body: (
        <>
          <ol>
            <li>Open the photo, then its details, and choose “Report this photo”.</li>
            <li>Say what is wrong, in a few words if you like.</li>
            <li>
              It is hidden from the whole family immediately, including the person who added it: in lists,
              search, downloads and baskets.
            </li>
            <li>
              Your family's admins are notified. They look at it and restore or delete it, and we let you know
              which.
            </li>
          </ol>
          <p>
            The person who added it learns that someone reported it, but not who. The admins can see who it
            was. The person who runs this server sees how many reports there are and their reasons, never the
            photo.
          </p>
          <p>
            If all the admins are part of the problem, write to the person who runs this server (below). If
            someone is in danger, or a photo shows the abuse of a child, please go to the police: they can
            act, and we can't.
          </p>
        </>
      ),
    },
    {
      id: "people",
      title: "When someone should no longer be in the family",
      body: (
        <p>
          An owner or admin removes them under Manage Users: they lose access immediately, on every device. If
          you shared a password with them, change it, and sign out the other devices under Security.
        </p>
      ),
    },
    {
      id: "account",
      title: "When someone else is in your account",
      body: (
        <ol>
          <li>
            Open <a href="/security">Security</a> and sign out the other devices.
          </li>
          <li>Choose a new password; better still, add a passkey or an authenticator app.</li>
          <li>Check the recent activity on the same page, and tell an admin.</li>
        </ol>
      ),
    },
  ];
}

/** How children and everyone else are protected, and what to do when something is wrong. */
export function safetySections(installation: InstallationFacts): LegalSection[] {
  return [
    {
      id: "closed",
      title: "A closed album",
      body: (
        <ul>
          <li>
            No one gets in without an invitation from your family's admins. An invitation works once, for 7
            days.
          </li>
          <li>
            No photo has a public address. A forwarded link opens only for members of the family. The one
            photo that someone sees before joining is the welcome photo, if an admin chose one: it is on the
            page of an open invitation.
          </li>
          <li>
            Search engines find nothing in your album. The preview of a shared link shows at most the family's
            name.
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
          <p>An admin creates a child's account under Manage Users, with a username and no email address.</p>
          <ul>
            <li>A child can browse, add photos, give hearts and comment.</li>
            <li>A child can't order, pay, invite anyone, or delete what others added.</li>
            <li>A child who forgets the password asks the family's admins, and no one else.</li>
            <li>
              Admins see when the account was last used, can set a new password and can remove it from the
              family.
            </li>
          </ul>
          <p>
            {installation.appName} asks children nothing about themselves, shows them no advertising, and
            doesn't track what they do.
          </p>
        </>
      ),
    },
    faceSafetySection(installation),
    {
      id: "before",
      title: "Before you upload",
      body: (
        <ul>
          <li>
            Ask the people in it, if they can answer. Older children should have a say in what the family sees
            of them.
          </li>
          <li>
            Think of the bath, the hospital and the school badge: what's sweet today may be embarrassing
            later, or give away too much.
          </li>
          <li>
            Phones write the place into a photo. The album never shows it, but anyone in the family who
            downloads the original gets it.
          </li>
        </ul>
      ),
    },
    ...whenSomethingIsWrongSections(),
    { id: "who", title: "Who to write to", body: <WhoRunsIt installation={installation} /> },
  ];
}
