import { extensionOf, fileNameProblem, isReservedDeviceName, nameKey } from '#shared/domain/fileNames.ts'

/** Converts file names of the server into unique names that every system accepts: `报告.pdf`, `报告 (2).pdf`. */
export function toSafeNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const safe = toSafeName(name)
    for (let count = 1; ; count++) {
      const next = count === 1 ? safe : addNumber(safe, count)
      if (taken.has(nameKey(next))) continue
      taken.add(nameKey(next))
      return next
    }
  })
}

/** Removes characters that no file name may contain or that would lead to another folder. */
export function toSafeName(name: string): string {
  const cut = name
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const plain = isReservedDeviceName(cut) ? `_${cut}` : cut
  if (fileNameProblem(plain) === null) return plain
  const end = extensionWithDot(plain)
  // The remaining problem can only be the length, in bytes of UTF-8.
  const short = `${plain.slice(0, 60).trim()}${end}`
  return plain !== '' && fileNameProblem(short) === null
    ? short
    : `文件${fileNameProblem(`文件${end}`) === null ? end : ''}`
}

const extensionWithDot = (name: string): string => {
  const { length } = extensionOf(name)
  return length > 0 && length <= 12 ? name.slice(-length - 1) : ''
}
const addNumber = (name: string, count: number): string => {
  const end = extensionWithDot(name)
  return `${name.slice(0, name.length - end.length)} (${count})${end}`
}
