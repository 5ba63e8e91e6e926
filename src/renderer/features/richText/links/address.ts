import { safeLink } from '#shared/domain/htmlRules.ts'

/** Signs that addresses are written with; anything else ends one, so also Chinese right behind it. */
const SIGNS = String.raw`\w\-.~:/?#[\]@!$&()*+,;=%`
const BEGIN = String.raw`(?<![\w@/.-])(?:https?://|www\.)`
/** Does a typed character end an address before it? */
export const endsAddress = (sign: string): boolean => !new RegExp(`[${SIGNS}]`).test(sign)

/** Longer ones are not looked at. */
const LONGEST = 2000

/** At the end of an address these are the sentence's. */
const MARKS = /[.,;:!?]+$/

export interface Address {
  text: string
  href: string
  /** So many characters stand behind it. */
  behind: number
}

/** An address without the marks that end the sentence around it; null when it leads nowhere. */
function addressOf(written: string): Omit<Address, 'behind'> | null {
  let text = written.replace(MARKS, '')
  while (text.endsWith(')') && text.split(')').length > text.split('(').length) text = text.slice(0, -1)
  const href = /^www\./i.test(text) ? `https://${text}` : text
  const host = URL.canParse(href) ? new URL(href).hostname : ''
  return /[^.]\.[^.]|^localhost$/.test(host) && safeLink(href) ? { text, href } : null
}

/** The address before the end of a text, followed by exactly `others` characters that can't be part of one. */
export function addressBefore(line: string, others: number): Address | null {
  const found = new RegExp(`${BEGIN}[${SIGNS}]{3,${LONGEST}}(?=[^${SIGNS}]{${others}}$)`, 'i').exec(
    line.slice(-LONGEST - others),
  )
  const address = found && addressOf(found[0])
  return address && { ...address, behind: others + found[0].length - address.text.length }
}

/** The link target of a text that is nothing but an address; '' for any other. */
export function wholeAddress(text: string): string {
  const trimmed = text.trim()
  const whole = new RegExp(`^${BEGIN}[^\\s<>"]{3,${LONGEST}}$`, 'i').test(trimmed)
  const address = whole ? addressOf(trimmed) : null
  return address?.text === trimmed ? address.href : ''
}
