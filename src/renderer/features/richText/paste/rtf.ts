const TYPES: Readonly<Record<string, string>> = { pngblip: 'image/png', jpegblip: 'image/jpeg' }

function parseHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

/** Extracts the pictures, in order, from the RTF beside Word's HTML, which names files that a page can't read. */
export function rtfPictures(rtf: string): File[] {
  const files: File[] = []
  for (const part of rtf.split('{\\pict').slice(1)) {
    const kind = /\\(pngblip|jpegblip)\b/.exec(part.slice(0, 2000))?.[1]
    const type = kind ? TYPES[kind] : undefined
    if (!type) continue
    // Control words and groups precede the hex bytes; among them may be an id of 32 hex digits.
    const [hex = ''] = part.match(/(?<=[\s}])[\da-f]{2}[\da-f\s]{38,}/i) ?? []
    const digits = hex.replace(/\s/g, '')
    if (digits.length > 0) files.push(new File([parseHex(digits)], 'word', { type }))
  }
  return files
}
