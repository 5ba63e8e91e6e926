// `emptyDatabase FILE`: writes an embedded database with all tables and no rows, from which a first start begins
// (server/db/migration/emptyDatabase.ts). Part of the build.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connect, embeddedFile } from '#server/db/connect.ts'

const target = process.argv[2]
if (!target) throw new Error('emptyDatabase FILE')
const dataDir = mkdtempSync(join(tmpdir(), 'sitecraft-empty-'))
try {
  await (await connect({ dataDir })).destroy()
  const db = new DatabaseSync(embeddedFile(dataDir))
  db.exec('vacuum')
  // Keeps everything in one file: a write-ahead log beside it would not be copied.
  db.exec('pragma journal_mode = delete')
  db.close()
  copyFileSync(embeddedFile(dataDir), target)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
