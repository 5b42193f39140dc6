// What Svelte's types don't know of ARIA yet.

import "svelte/elements";

declare module "svelte/elements" {
  interface AriaAttributes {
    "aria-description"?: string | undefined;
  }
}
