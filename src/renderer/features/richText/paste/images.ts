import { toImageHostUrl } from '#shared/domain/webPictures.ts'
import { ASKS_ALT, PENDING } from '../schema/media.ts'
import { isWeb } from '#renderer/features/media/picker/items.ts'

/** Attributes with the addresses of lazily loaded pictures. */
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc']

export function resolveLazyImages(body: HTMLElement): void {
  for (const image of body.querySelectorAll('img')) {
    const lazySource = LAZY_SOURCES.map((name) => image.getAttribute(name)).find(Boolean)
    if (lazySource) image.setAttribute('src', lazySource)
  }
}

/** Alternative texts that programs write and that do not describe the picture. */
const GENERIC_ALT = /^(?:图片|图像|image|img|picture|photo|[\w-]*\.(?:jpe?g|png|gif|webp|bmp))?\s*\d*$/i

/** Marks pasted pictures without a useful alternative text. */
export function markMissingAlt(body: HTMLElement): void {
  for (const image of body.querySelectorAll('img')) {
    if (!GENERIC_ALT.test((image.getAttribute('alt') ?? '').trim())) continue
    image.removeAttribute('alt')
    image.setAttribute(ASKS_ALT, '')
  }
}

function fileOf(address: string): File | null {
  const [, type = '', data = ''] =
    /^data:(image\/(?:png|jpeg|gif|webp|bmp));base64,([\da-z+/=\s]+)$/i.exec(address) ?? []
  if (!data) return null
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (char) => char.charCodeAt(0))
    return new File([bytes], 'pasted', { type: type.toLowerCase() })
  } catch {
    return null
  }
}

/**
 * Uploads pictures that came with the pasted text; placeholders mark their positions.
 * @param local the clipboard's pictures, in order, for those that the HTML names as local files
 * @param send starts the uploads and returns a number for each
 */
export function sendImages(
  body: HTMLElement,
  local: readonly File[],
  send: (files: readonly File[]) => readonly number[],
): void {
  const images = [...body.querySelectorAll('img')]
  const named = images.filter((image) => /^file:/i.test(image.getAttribute('src') ?? ''))
  const found = images.flatMap((image) => {
    const at = named.indexOf(image)
    const file = at >= 0 && named.length === local.length ? local[at] : fileOf(image.getAttribute('src') ?? '')
    return file ? [{ image, file }] : []
  })
  if (found.length === 0) return
  const numbers = send(found.map(({ file }) => file))
  for (const [at, { image }] of found.entries()) image.setAttribute(PENDING, String(numbers[at] ?? 0))
}

/** Imports pictures that are stored at article editors' services; placeholders mark their positions. */
export function importWebImages(body: HTMLElement, send: (addresses: readonly string[]) => readonly number[]): void {
  const found = [...body.querySelectorAll('img')].filter(
    (image) => !image.hasAttribute(PENDING) && toImageHostUrl(image.getAttribute('src') ?? ''),
  )
  if (found.length === 0) return
  const numbers = send(found.map((image) => image.getAttribute('src') ?? ''))
  // src stays: text that is saved before the upload ends shows the picture from its old address.
  for (const [at, image] of found.entries()) image.setAttribute(PENDING, String(numbers[at] ?? 0))
}

/** Counts the pictures that stay on other websites, and those that the clipboard lacks, which are removed. */
export function countImages(body: HTMLElement): { web: number; missing: number } {
  const images = [...body.querySelectorAll('img')]
  const web = images.filter((image) => {
    const src = image.getAttribute('src') ?? ''
    return !image.hasAttribute(PENDING) && (isWeb(src) || src.startsWith('//'))
  })
  const missing = images.filter((image) => !image.hasAttribute('src') && !image.hasAttribute(PENDING))
  for (const image of missing) image.remove()
  return { web: web.length, missing: missing.length }
}
