import { lstat, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** Bytes: a larger picture is not shown. */
export const PICTURE_LIMIT = 6 * 1024 * 1024
const TYPES: Record<string, string | undefined> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.gif': 'gif',
  '.webp': 'webp',
  '.avif': 'avif',
  '.bmp': 'bmp',
  '.ico': 'x-icon',
}

/** The type of a picture that a page may show, by its name; null for anything else. */
export const pictureType = (path: string): string | null => TYPES[extname(path).toLowerCase()] ?? null

/** The bytes in `file` as a data URL, if `path` names a picture and they are not too many. */
export async function pictureOf(path: string, file: string): Promise<string | null> {
  const type = pictureType(path)
  if (type === null || (await lstat(file)).size > PICTURE_LIMIT) return null
  return `data:image/${type};base64,${(await readFile(file)).toString('base64')}`
}
