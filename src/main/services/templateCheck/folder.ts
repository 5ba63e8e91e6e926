import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { TemplateFile, TemplateFolderFiles } from '#engine/index.ts'
import { decodeText } from '../sync/core/text.ts'

/** Files that may be templates or are checked as text, and the largest size that is read. */
const TEXT_FILES = /\.(?:html?|liquid|css|js|mjs|txt|xml|svg|json)$/i
const MAX_TEXT_BYTES = 2_000_000
const MAX_FILES = 20_000

/** The current files of a workspace's folder, without links and files of git, the sync or the system. */
export function readTemplateFolder(root: string): TemplateFolderFiles {
  const files = new Map<string, Pick<TemplateFile, 'revision' | 'size'>>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || files.size >= MAX_FILES) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile()) {
        const { size, mtimeMs } = lstatSync(join(root, path))
        files.set(path.normalize('NFC'), { size, revision: `${size}-${mtimeMs}` })
      }
    }
  }
  walk('')
  return {
    files,
    template(path) {
      const known = files.get(path)
      if (!known) return null
      const isText = TEXT_FILES.test(path) && known.size <= MAX_TEXT_BYTES
      return {
        ...known,
        text: isText ? (decodeText(readFileSync(join(root, path)), MAX_TEXT_BYTES)?.text ?? null) : null,
      }
    },
  }
}

/** The absolute path of a file below the folder, without links; null for anything else. */
export function resolveFileBelow(root: string, path: string): string | null {
  if (path.split('/').some((name) => name === '' || name.startsWith('.') || /[\\\0]/.test(name))) return null
  try {
    const real = realpathSync(join(root, path))
    const inside = real.startsWith(realpathSync(root) + sep)
    return inside && lstatSync(real).isFile() ? real : null
  } catch {
    return null
  }
}
