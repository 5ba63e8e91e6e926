import { chineseNumber, letterNumber, romanNumber } from './listMarkers.ts'

interface Level {
  format: string
  /** The marker; %1 to %9 are the numbers of the levels. */
  text: string
  start: number
}

const RULE = /@list\s+(l\d+):level(\d)(?:\s+lfo\d+)?\s*\{([^}]{0,2000})\}/g
const TEXT = /mso-level-text:\s*(?:"((?:[^"\\]|\\.){0,200})"|([^;]{0,200}))/

const unescapeCharacter = (_sign: string, code: string): string =>
  code.length === 4 ? String.fromCharCode(Number.parseInt(code, 16)) : code

/** The list definitions in a page's style elements (`xmp` in inertPage), by list and level: `l0:1`. */
function listDefinitions(page: Document): Map<string, Level> {
  const levels = new Map<string, Level>()
  for (const sheet of page.querySelectorAll('xmp'))
    for (const [, list = '', level = '', rule = ''] of (sheet.textContent ?? '').matchAll(RULE)) {
      const [, quoted, plain] = TEXT.exec(rule) ?? []
      const before = levels.get(`${list}:${level}`)
      levels.set(`${list}:${level}`, {
        format: /mso-level-number-format:\s*([\w-]+)/.exec(rule)?.[1] ?? before?.format ?? 'decimal',
        text:
          (quoted ?? plain)?.replace(/\\([\dA-F]{4}|.)/gi, unescapeCharacter).trim() ?? before?.text ?? `%${level}.`,
        start: Number(/mso-level-start-at:\s*(\d{1,5})/.exec(rule)?.[1] ?? before?.start ?? 1),
      })
    }
  return levels
}

function numberText(format: string, value: number): string {
  if (/roman/.test(format)) return /upper/.test(format) ? romanNumber(value).toUpperCase() : romanNumber(value)
  if (/alpha|letter/.test(format)) return /upper/.test(format) ? letterNumber(value).toUpperCase() : letterNumber(value)
  if (/circle/.test(format) && value <= 20) return String.fromCharCode(0x245f + value)
  if (/chinese|japanese-counting|ideograph/.test(format)) return chineseNumber(value)
  return String(value)
}

/** Counts list entries, to number those without a visible number. */
export class ListCounter {
  private readonly levels: ReadonlyMap<string, Level>
  private readonly counts = new Map<string, number[]>()

  constructor(page: Document) {
    this.levels = listDefinitions(page)
  }

  /** The marker of the next entry; '' when the list has no definition. */
  next(list: string, level: number): string {
    const counts = this.counts.get(list) ?? []
    this.counts.set(list, counts)
    const definition = this.levels.get(`${list}:${level}`)
    counts[level] = (counts[level] ?? (definition?.start ?? 1) - 1) + 1
    counts.length = level + 1
    if (!definition) return ''
    return definition.text.replace(/%(\d)/g, (_sign, digit: string) => {
      const at = this.levels.get(`${list}:${digit}`)
      return numberText(at?.format ?? 'decimal', counts[Number(digit)] ?? at?.start ?? 1)
    })
  }
}
