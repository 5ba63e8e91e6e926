import { safeLink } from '#shared/domain/htmlRules.ts'

/** Characters of addresses. Any other character ends an address, for example a Chinese one. */
const CHARACTERS = String.raw`\w\-.~:/?#[\]@!$&()*+,;=%`
const BEGIN = String.raw`(?<![\w@/.-])(?:https?://|www\.)`
/** Whether a typed character ends an address before it. */
export const endsAddress = (character: string): boolean => !new RegExp(`[${CHARACTERS}]`).test(character)

/** Longer addresses are ignored. */
const MAX_LENGTH = 2000

/** Punctuation at the end of an address, which belongs to the sentence. */
const FINAL_PUNCTUATION = /[.,;:!?]+$/

export interface Address {
  text: string
  href: string
  /** Number of characters of the line after the address. */
  trailingLength: number
}

/** Parses an address without the punctuation of its sentence; null when it is not valid. */
function parseAddress(written: string): Omit<Address, 'trailingLength'> | null {
  let text = written.replace(FINAL_PUNCTUATION, '')
  while (text.endsWith(')') && text.split(')').length > text.split('(').length) text = text.slice(0, -1)
  const href = /^www\./i.test(text) ? `https://${text}` : text
  const host = URL.canParse(href) ? new URL(href).hostname : ''
  return /[^.]\.[^.]|^localhost$/.test(host) && safeLink(href) ? { text, href } : null
}

/** The address before the end of a text, followed by exactly `trailing` characters that no address contains. */
export function addressBefore(line: string, trailing: number): Address | null {
  const found = new RegExp(`${BEGIN}[${CHARACTERS}]{3,${MAX_LENGTH}}(?=[^${CHARACTERS}]{${trailing}}$)`, 'i').exec(
    line.slice(-MAX_LENGTH - trailing),
  )
  const address = found && parseAddress(found[0])
  return address && { ...address, trailingLength: trailing + found[0].length - address.text.length }
}

/** The link target of a text that is nothing but an address; '' for any other. */
export function wholeAddress(text: string): string {
  const trimmed = text.trim()
  const whole = new RegExp(`^${BEGIN}[^\\s<>"]{3,${MAX_LENGTH}}$`, 'i').test(trimmed)
  const address = whole ? parseAddress(trimmed) : null
  return address?.text === trimmed ? address.href : ''
}
