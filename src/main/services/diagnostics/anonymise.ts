import { pathToFileURL } from 'node:url'
import { redact } from '#shared/util/redact.ts'

/** A name that may identify a person or a place, and the kind that replaces it: 用户, 站点, 主机 … */
export interface KnownName {
  kind: string
  value: string
}

/**
 * Removes names, contents and secrets from data that leaves the computer. One name always gets the same placeholder.
 */
export interface Anonymiser {
  /** A text written by people or other programs. */
  text(text: string): string
  /** A value of a log line; anything not known to be harmless becomes a placeholder. */
  value(value: unknown): unknown
}

const HIDDEN = '[已隐藏]'
/** Kind of a known folder. */
export const FOLDER = '文件夹'
/** Fields whose text is a term of the program and never names a person. */
const TERMS = new Set([
  'area',
  'code',
  'errno',
  'event',
  'host',
  'kind',
  'level',
  'method',
  'mode',
  'operation',
  'phase',
  'process',
  'reason',
  'state',
  'status',
  'step',
  'syscall',
  'time',
  'type',
  'version',
])
/** Format of such a field's text. */
const TERM = /^[A-Za-z0-9_.:+-]{1,60}$/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const FIELD = /^[A-Za-z][A-Za-z0-9_]{0,40}$/
const MAX_DEPTH = 8

const PHONE = /(?<![\d.])(?:\+?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)|(?<!\d)0\d{2,3}-\d{7,8}(?!\d)/g
const IDENTITY = /(?<!\d)\d{17}[\dXx](?!\d)/g
const EMAIL = /[^\s"'<>“”()（），,;:]+@[\w-]+(?:\.[\w-]+)+/g
const ADDRESS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}(?![\w:])/gi
const LOCAL_ADDRESS = /^(127\.|0\.0\.0\.0$)/
const URL_TEXT = /\b([a-z][a-z0-9+.-]*):\/\/([^\s/"'“”<>?#]+)[^\s"'“”<>，。；、）)]*/gi
/** Matches up to the end of a path in a sentence: names may contain spaces. */
const PATH = /(?:\b[A-Za-z]:[\\/]|\\\\|(?<![\w〉.:/])~?\/(?=[^\s/]))[^"'“”‘’<>|，。；：、（）()\n\t]*/g
const BLOCK = /-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g
/** Tokens, keys and digests. */
const LONG = /〈程序〉[^\s)]*|[A-Za-z0-9_+/=-]{28,}/g
const QUOTED = /“[^”]*”?|«[^»]*»?|《[^》]*》?|「[^」]*」?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`/g
const PLACEHOLDER = '〈[^〉]*〉|\\[已隐藏\\]'
const WIDE = '\\p{Script=Han}\\u3000-\\u3007\\u300a-\\u303f\\uff00-\\uffef'
/** Existing placeholders, which stay, or a run that begins with a Chinese character. */
const CHINESE = new RegExp(`${PLACEHOLDER}|[${WIDE}][${WIDE}\\w ]*`, 'gu')
/** The rest of a path after a known folder. */
const PATH_REST = `[^"'“”‘’<>|，。；：、（）()\\n\\t]*`

/**
 * @param known names of people, sites, folders and servers known on this computer
 * @param programFolder paths inside it are kept relative to it: they say where in the program something happened
 */
export function createAnonymiser(known: readonly KnownName[], programFolder: string): Anonymiser {
  const numbers = new Map<string, Map<string, string>>()
  const placeholder = (kind: string, value: string): string => {
    const ofKind = numbers.get(kind) ?? new Map<string, string>()
    numbers.set(kind, ofKind)
    const key = value.toLowerCase()
    const found = ofKind.get(key) ?? `〈${kind} ${ofKind.size + 1}〉`
    ofKind.set(key, found)
    return found
  }
  const names = known
    .filter(({ value }) => value.trim().length > 1)
    .toSorted((a, b) => b.value.length - a.value.length)
    .map(({ kind, value }) => ({ pattern: patternOf(kind, value), stands: placeholder(kind, value) }))
  const withoutNames = (text: string): string =>
    names.reduce((current, { pattern, stands }) => current.replace(pattern, () => stands), text)

  const programUrl = pathToFileURL(programFolder).href
  const hostOf = (host: string): string =>
    /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host) || /^〈[^〉]*〉$/.test(host) ? host : placeholder('主机', host)
  const clean = (text: string): string => {
    const program = text.replaceAll(programUrl, '〈程序〉').replaceAll(programFolder, '〈程序〉').replace(BLOCK, HIDDEN)
    return withoutNames(String(redact(program, { placeholder: HIDDEN })))
      .replace(URL_TEXT, (_all, scheme: string, host: string) => `${scheme}://${hostOf(host)}`)
      .replace(EMAIL, (found) => placeholder('邮箱', found))
      .replace(IDENTITY, (found) => placeholder('号码', found))
      .replace(PHONE, (found) => placeholder('电话', found.replace(/\D/g, '')))
      .replace(ADDRESS, (found) => (LOCAL_ADDRESS.test(found) ? found : placeholder('地址', found)))
  }
  const text = (given: string): string =>
    clean(given)
      .replace(QUOTED, (found) => (found.length > 2 ? placeholder('内容', found.slice(1, -1)) : found))
      .replace(PATH, (found) => placeholder('路径', found))
      .replace(LONG, (found) => (found.startsWith('〈') ? found : HIDDEN))
      .replace(CHINESE, (found) => (/^[〈[]/.test(found) ? found : placeholder('文字', found)))

  const frames = (stack: string): string[] =>
    stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => clean(line.trim()).replace(PATH, (found) => placeholder('路径', found)))

  const field = (name: string, value: unknown, depth: number): unknown => {
    if (typeof value !== 'string') return walk(value, depth)
    if (value === '') return ''
    if (name === 'time' && TIME.test(value)) return value
    if (TERMS.has(name) && TERM.test(value)) return withoutNames(value)
    if (name === 'stack') return frames(value)
    if (name === 'msg' || name === 'message') return text(value)
    return placeholder('文字', value)
  }
  const walk = (value: unknown, depth: number): unknown => {
    if (typeof value === 'number')
      return clean(String(value)) === String(value) ? value : placeholder('号码', String(value))
    if (typeof value === 'string') return placeholder('文字', value)
    if (typeof value !== 'object' || value === null) return value
    if (depth > MAX_DEPTH) return '[…]'
    if (Array.isArray(value)) return value.slice(0, 100).map((item) => walk(item, depth + 1))
    const isError = 'stack' in value || 'message' in value
    return Object.fromEntries(
      Object.entries(redact(value, { placeholder: HIDDEN }) as object).map(([name, item]) => {
        const key = FIELD.test(name) ? withoutNames(name) : placeholder('文字', name)
        if (isError && name === 'name' && typeof item === 'string' && /^\w{1,40}$/.test(item)) return [key, item]
        return [key, item === HIDDEN ? HIDDEN : field(name, item, depth + 1)]
      }),
    )
  }
  return { text, value: (value) => walk(value, 0) }
}

/** A folder matches with the rest of the path; other names match only as whole words. */
function patternOf(kind: string, value: string): RegExp {
  const escaped = value.replace(/[\^$.*+?()[\]{}|/]/g, '\\$&')
  if (kind === FOLDER) return new RegExp(`${escaped}${PATH_REST}`, 'giu')
  const isWord = (character = ''): boolean => /[A-Za-z0-9]/.test(character)
  const start = isWord(value[0]) ? '(?<![A-Za-z0-9])' : ''
  const end = isWord(value.at(-1)) ? '(?![A-Za-z0-9])' : ''
  return new RegExp(`${start}${escaped}${end}`, 'giu')
}
