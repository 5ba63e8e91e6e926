import { hostInWords } from '../util/hostName.ts'
import { someOf } from '../util/lists.ts'
import { isEmail } from './fieldFormats.ts'

/** Addresses of mail, or numbers of mobile phones. */
export type RecipientKind = 'email' | 'phone'

const MOBILE = /^1[3-9]\d{9}$/
const plainPhone = (text: string): string => text.replace(/[\s()-]/g, '').replace(/^(?:\+|00)86(?=1\d{10}$)/, '')

interface Rules {
  name: string
  fits: (entry: string) => boolean
  /** The entry out of what was typed. */
  read: (text: string) => string
}

/** An address, its domain also in Chinese (张三@例子.中国 has no ASCII name before the @ and is none). */
function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return isEmail(
    /^[\p{L}\p{N}.-]+$/u.test(domain) ? text.slice(0, at + 1) + domain.replace(/[^\p{ASCII}]/gu, 'x') : text,
  )
}

/** `张三 <a@b.cn>`, as mail programs copy it. */
const NAMED_ADDRESS = /<\s*([^<>\s]+@[^<>\s]+)\s*>$/

export const RECIPIENT_RULES: Record<RecipientKind, Rules> = {
  email: { name: '邮箱', fits: isMailAddress, read: (text) => NAMED_ADDRESS.exec(text)?.[1] ?? text },
  phone: { name: '手机号', fits: (entry) => MOBILE.test(entry), read: plainPhone },
}

/** B·§5, C·§5: the separator of entries; the full-width bar of Chinese keyboards too. */
export const BAR = /[|｜]/
/** What else stands between entries in what is pasted: lines and cells, and what other programs put there. */
const BETWEEN = /[|｜\n\r\t;；,，、]/

/** Does the text hold more than one entry? */
export const isSeveral = (text: string): boolean => BETWEEN.test(text.trim())

/** The entries of a text, in its order; empty ones are left out. */
export function splitRecipients(text: string, kind: RecipientKind): string[] {
  const { read } = RECIPIENT_RULES[kind]
  return text
    .split(BETWEEN)
    .flatMap((part) => addressesOf(part.trim(), kind))
    .map((part) => read(part))
    .filter((entry) => entry !== '')
}

/** The entries of a text, each once. */
export const asList = (text: string, kind: RecipientKind): string[] =>
  withRecipients([], splitRecipients(text, kind)).list

/** Addresses hold no blanks: those between which nothing else stands are apart. */
function addressesOf(part: string, kind: RecipientKind): string[] {
  const words = part.split(/\s+/)
  return kind === 'email' && words.every((word) => isEmail(word)) ? words : [part]
}

/** What two spellings of one recipient have in common: capitals don't count, nor how a Chinese domain is written. */
export function recipientKey(entry: string): string {
  const at = entry.lastIndexOf('@')
  return (at < 0 ? entry : entry.slice(0, at + 1) + hostInWords(entry.slice(at + 1))).toLowerCase()
}

/**
 * Adds entries to the list.
 * @returns the new list, and the entries that it already had
 */
export function withRecipients(
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
export const wrongRecipients = (list: readonly string[], kind: RecipientKind): string[] =>
  list.filter((entry) => !RECIPIENT_RULES[kind].fits(entry))

/** A message that names the invalid entries; '' when all are valid. */
export function recipientProblem(list: readonly string[], kind: RecipientKind): string {
  const wrong = wrongRecipients(list, kind)
  if (wrong.length === 0) return ''
  return `${RECIPIENT_RULES[kind].name}格式不正确：${someOf(wrong)}`
}
