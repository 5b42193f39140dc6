// The addresses of the server, relative to the page: it may stand under a path of a reverse proxy.

const base = new URL(".", document.baseURI);

export const callsAddress = base.href.replace(/\/$/, "");

export const attendAddress = (() => {
  const address = new URL("attend", base);
  address.protocol = base.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
})();
