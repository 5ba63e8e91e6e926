import type { TemplateFile } from '#engine/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { decodeText } from '#server/storage/text.ts'

/** Files that may be templates, and the maximum size to be read as one. */
const TEMPLATE_NAME = /\.(?:html?|liquid|txt|xml|svg)$/i
const MAX_TEMPLATE_BYTES = 2_000_000

/** A template's folder for a thread. */
export interface TemplateFolder {
  id: number
  folder: string
  /** Every file by its path in the folder; `text` is null for files that can't be templates. */
  files: readonly (readonly [path: string, file: TemplateFile])[]
}

/** Reads a template's folder. Legacy encodings such as GBK are decoded. */
export async function readTemplateFolder(
  deps: ServerDeps,
  { id, folder }: { id: number; folder: string },
): Promise<TemplateFolder> {
  const { templates } = await storesOf(deps)
  const files: [string, TemplateFile][] = []
  for (const entry of await templates.walk(id)) {
    const { kind, path } = entry
    if (kind !== 'file') continue
    const isText = TEMPLATE_NAME.test(path) && entry.size <= MAX_TEMPLATE_BYTES
    const text = isText ? (decodeText(await templates.read(entry))?.content ?? null) : null
    files.push([path, { text, size: entry.size, revision: entry.sha256 }])
  }
  files.sort(([a], [b]) => (a < b ? -1 : 1))
  return { id, folder, files }
}
