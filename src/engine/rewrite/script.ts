import type { RewriteAddress } from './edits.ts'

/** A string of a script that is nothing but an address of an upload, or a whole web address. */
const QUOTED = /(["'`])((?:\/(?:files|thumbs)\/|https?:\/\/)[\w\-./%~:?=&#@!$+,;]*)\1/g

/** A script with other addresses, where a whole string names an upload or a web page. Nothing else of a program is touched. */
export const rewriteScript = (script: string, rewrite: RewriteAddress): string =>
  script.replace(QUOTED, (whole, quote: string, address: string) => {
    const next = rewrite(address)
    return next === null || /["'`\\\n]/.test(next) ? whole : `${quote}${next}${quote}`
  })
