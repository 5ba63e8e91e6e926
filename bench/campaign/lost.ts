import { bytesKey } from '#server/db/bytesKey.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '#server/db/connect.ts'
import { hashOf } from '#tests/builders/template.ts'
import type { Installation } from './processes.ts'
import type { Acknowledged } from './writers.ts'

/**
 * Finds acknowledged writes that are not in the database exactly once.
 * @param folder folder of the template
 */
export async function findLost(
  { dataDir, databaseUrl }: Pick<Installation, 'dataDir' | 'databaseUrl'>,
  acknowledged: Acknowledged,
  folder: string,
): Promise<string[]> {
  const db = openDatabase({ dataDir, databaseUrl })
  try {
    const wrong: string[] = []
    const entries = await db.selectFrom('content').select(['id', 'title']).execute()
    const labels = await db.selectFrom('label').select(['id', 'title']).execute()
    const byTitle = Map.groupBy(entries, ({ title }) => title)
    const byLabel = Map.groupBy(labels, ({ title }) => title)
    for (const [kind, names, rowsByName] of [
      ['entry', acknowledged.entries, byTitle],
      ['label', acknowledged.labels, byLabel],
    ] as const)
      for (const [name, id] of names) {
        const rows = rowsByName.get(name) ?? []
        if (rows.length !== 1 || rows[0]?.id !== id)
          wrong.push(`${kind} ${id} was acknowledged and is there ${rows.length} times`)
      }
    const files = await db
      .selectFrom('template_file')
      .innerJoin('template', 'template.id', 'template_file.templateId')
      .select(['path', 'sha256'])
      .where('template.folder', '=', folder)
      .where('kind', '=', 'file')
      .execute()
    const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]))
    for (const [path, sha256] of acknowledged.files)
      if (hashes.get(path) !== sha256)
        wrong.push(`template file ${path} was acknowledged and is ${hashes.get(path) ?? 'not rowsByName'}`)
    const uploads = await db.selectFrom('attachment').select('accessPath').execute()
    const times = Map.groupBy(uploads, ({ accessPath }) => accessPath)
    for (const accessPath of acknowledged.uploads.keys())
      if (times.get(accessPath)?.length !== 1)
        wrong.push(`upload ${accessPath} was acknowledged and is there ${times.get(accessPath)?.length ?? 0} times`)
    return wrong
  } finally {
    await db.destroy()
  }
}

/** Finds acknowledged template files in the store and served uploads whose bytes differ. */
export async function findCorrupted(
  installation: Installation,
  { files, uploads }: Pick<Acknowledged, 'files' | 'uploads'>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, sha256] of files) {
    const file = path.join(installation.dataDir, 'uploads', ...bytesKey(sha256).split('/'))
    const bytes = await readFile(file).catch(() => null)
    if (!bytes || (await hashOf(bytes)) !== sha256)
      wrong.push(`template file ${name} was acknowledged and has ${bytes?.length ?? 'no'} bytes that are not its own`)
  }
  for (const [accessPath, sha256] of uploads) {
    const response = await installation.admin().fetch(accessPath)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok || (await hashOf(bytes)) !== sha256)
      wrong.push(`upload ${accessPath} was acknowledged and is answered ${response.status} with ${bytes.length} bytes`)
  }
  return wrong
}
