/** Text as HTML shows it letter by letter, also in an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`)
