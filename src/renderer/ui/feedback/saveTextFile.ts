/** Downloads a text as a file in UTF-8. */
export function saveTextFile(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  URL.revokeObjectURL(href)
}

/** The text for editors of old systems: a byte order mark says that it is UTF-8, lines end as on Windows. */
export const toEditorText = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`
