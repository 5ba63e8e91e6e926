/** How a file can be shown in the program. */
export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'none'

const BY_EXTENSION: Readonly<Record<string, PreviewKind>> = {
  gif: 'image',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  mp4: 'video',
  mp3: 'audio',
  wav: 'audio',
  aac: 'audio',
  acc: 'audio',
  pdf: 'pdf',
}

/**
 * @param extension without the dot
 * @param kind of the library, for extensions that are sound or film (webm, ogg)
 */
export function previewKind(extension: string, kind: string = ''): PreviewKind {
  const lower = extension.toLowerCase()
  if (lower === 'webm' || lower === 'ogg') return kind === 'audio' ? 'audio' : 'video'
  return BY_EXTENSION[lower] ?? 'none'
}
