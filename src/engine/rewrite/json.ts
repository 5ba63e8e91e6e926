import type { RewriteAddress } from './edits.ts'

const STRING = /"(?:[^"\\\n]|\\.)*"(\s*:)?/g

/** Rewrites the addresses of a text that holds HTML. */
type RewriteHtml = (html: string) => string

/** JSON with other addresses in its strings: whole addresses, and those in strings that hold HTML. Names of properties stay. */
export const rewriteJson = (json: string, rewrite: RewriteAddress, rewriteHtml: RewriteHtml): string =>
  json.replace(STRING, (whole, colon: string | undefined) => {
    if (colon !== undefined) return whole
    const value = parseString(whole)
    if (value === null) return whole
    const next = rewriteValue(value, rewrite, rewriteHtml)
    // `</script>` must not come out of a string that hid its slash.
    return next === value ? whole : JSON.stringify(next).replaceAll('</', String.raw`<\/`)
  })

function rewriteValue(value: string, rewrite: RewriteAddress, rewriteHtml: RewriteHtml): string {
  if (/^(?:\/(?!\/)|https?:\/\/)\S*$/i.test(value)) return rewrite(value) ?? value
  return /<[a-z][^>]*=/i.test(value) ? rewriteHtml(value) : value
}

function parseString(text: string): string | null {
  try {
    return JSON.parse(text) as string
  } catch {
    return null
  }
}
