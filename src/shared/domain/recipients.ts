import { decodePunycodeHost } from '../util/hostName.ts'
import { someOf } from '../util/lists.ts'
import { isEmail } from './fieldFormats.ts'

/** E-mail addresses, or mobile phone numbers. */
export type RecipientKind = 'email' | 'phone'

const MOBILE = /^1[3-9]\d{9}$/
const plainPhone = (text: string): string => text.replace(/[\s()-]/g, '').replace(/^(?:\+|00)86(?=1\d{10}$)/, '')

interface Rules {
  name: string
  isValid: (entry: string) => boolean
  /** Extracts the entry from typed or pasted text. */
  extract: (text: string) => string
}

/**
 * Whether the text is an e-mail address; its domain may be Chinese (张三@例子.中国 is invalid because the part before @ is
 * not ASCII).
 */
function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return isEmail(
    /^[\p{L}\p{N}.-]+$/u.test(domain) ? text.slice(0, at + 1) + domain.replace(/[^\p{ASCII}]/gu, 'x') : text,
  )
}

/** `张三 <a@b.cn>`, the format of mail programs. */
const NAMED_ADDRESS = /<\s*([^<>\s]+@[^<>\s]+)\s*>$/

export const RECIPIENT_RULES: Record<RecipientKind, Rules> = {
  email: { name: '邮箱', isValid: isMailAddress, extract: (text) => NAMED_ADDRESS.exec(text)?.[1] ?? text },
  phone: { name: '手机号', isValid: (entry) => MOBILE.test(entry), extract: plainPhone },
}

/** B·§5, C·§5: the separator of entries, also in its full-width form. */
export const RECIPIENT_SEPARATOR = /[|｜]/
/** All separators in pasted text: lines, cells and the separators of other programs. */
const SEPARATORS = /[|｜\n\r\t;；,，、]/

/** Whether the text holds more than one entry. */
export const hasSeveralRecipients = (text: string): boolean => SEPARATORS.test(text.trim())

/** The non-empty entries of a text, in order. */
export function splitRecipients(text: string, kind: RecipientKind): string[] {
  const { extract } = RECIPIENT_RULES[kind]
  return text
    .split(SEPARATORS)
    .flatMap((part) => addressesOf(part.trim(), kind))
    .map((part) => extract(part))
    .filter((entry) => entry !== '')
}

/** The distinct entries of a text. */
export const parseRecipients = (text: string, kind: RecipientKind): string[] =>
  addRecipients([], splitRecipients(text, kind)).list

/** Splits a part at blanks if every word is an address: addresses contain no blanks. */
function addressesOf(part: string, kind: RecipientKind): string[] {
  const words = part.split(/\s+/)
  return kind === 'email' && words.every((word) => isEmail(word)) ? words : [part]
}

/** Comparison key of a recipient: ignores case and the notation of a Chinese domain. */
export function recipientKey(entry: string): string {
  const at = entry.lastIndexOf('@')
  return (at < 0 ? entry : entry.slice(0, at + 1) + decodePunycodeHost(entry.slice(at + 1))).toLowerCase()
}

/**
 * Adds entries to a list.
 * @returns the new list, and the repeated entries
 */
export function addRecipients(
  list: readonly string[],
  more: readonly string[],
): { list: string[]; repeated: string[] } {
  const known = new Set(list.map(recipientKey))
  const added: string[] = []
  const repeated: string[] = []
  for (const entry of more) {
    if (known.has(recipientKey(entry))) repeated.push(entry)
    else added.push(entry)
    known.add(recipientKey(entry))
  }
  return { list: [...list, ...added], repeated }
}

/** The invalid entries. */
export const findInvalidRecipients = (list: readonly string[], kind: RecipientKind): string[] =>
  list.filter((entry) => !RECIPIENT_RULES[kind].isValid(entry))

/** A message that lists the invalid entries; '' if all are valid. */
export function recipientProblem(list: readonly string[], kind: RecipientKind): string {
  const wrong = findInvalidRecipients(list, kind)
  if (wrong.length === 0) return ''
  return `${RECIPIENT_RULES[kind].name}格式有误：${someOf(wrong)}`
}
