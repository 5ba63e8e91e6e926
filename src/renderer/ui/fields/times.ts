const two = (text: string): string => text.padStart(2, '0')
const SHAPES = [/^(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}))?)?$/, /^(\d{2})(\d{2})(\d{2})?$/]

/** Parses a time of day (9:30, 09:30:15, 0930, 9, full-width characters too) to `HH:mm:ss`; null when it is none. */
export function parseTime(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  for (const shape of SHAPES) {
    const [, hours, minutes = '0', seconds = '0'] = shape.exec(plain) ?? []
    if (hours && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60)
      return [hours, minutes, seconds].map(two).join(':')
  }
  return null
}

/** The time of `yyyy-MM-dd HH:mm:ss`; '' for none. */
export const timeOf = (text: string): string => parseTime(/\d{1,2}:\d{2}(:\d{2})?/.exec(text)?.[0] ?? '') ?? ''
