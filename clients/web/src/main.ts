import { mount } from "svelte";

import App from "./App.svelte";
import "./page.css";
import { invitationIn } from "./routes.svelte";
import { keepInvitation } from "./server/registration";
import { settings } from "./settings.svelte";
import { language } from "./words";

document.documentElement.lang = language;
settings.show();
const invitation = invitationIn(location.hash);
if (invitation !== "") {
  // The code is kept for this tab and leaves the address, which may be shown to others.
  keepInvitation(invitation);
  history.replaceState(null, "", "#/");
}
const target = document.getElementById("page");
if (target === null) throw new Error("index.html has no #page");
target.replaceChildren();
mount(App, { target });
