// On a phone one panel of the table is shown at a time. A sheet of our own says which: the page's policy allows no
// style in the document.

let sheet: CSSStyleSheet | undefined;

/** Show one panel; those without a name are always shown. */
export function showPanel(name: string): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const quoted = CSS.escape(name);
  sheet.replaceSync(`@media (max-width: 899px) { .tbl [data-panel]:not([data-panel="${quoted}"]) { display: none !important; } }`);
}
