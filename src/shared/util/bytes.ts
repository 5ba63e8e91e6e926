const UNITS = ['KB', 'MB', 'GB', 'TB']

/** Formats a size for display: `0 B`, `812 B`, `1.5 KB`, `20 MB` (1 KB is 1024 bytes). */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  let value = bytes / 1024
  let unit = 0
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${UNITS[unit]}`
}
