import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { remove, startServer, tempFolder } from './app.ts'

/** Where the workers find the folder. */
export const SEEDED = 'SITECRAFT_E2E_SEEDED'

/**
 * Playwright's global setup: the data of a server's first run, made once. Each test starts on a copy, which takes a tenth
 * of the time that seeding does.
 */
export default async function prepareServer(): Promise<() => void> {
  const folder = tempFolder('seeded')
  const server = await startServer(join(folder, 'server'))
  await server.stop()
  forgetFolder(join(folder, 'server'))
  process.env[SEEDED] = folder
  return () => remove(folder)
}

/** The copies are servers of their own: without this each would know that its folder was copied, and say so. */
function forgetFolder(serverData: string): void {
  const db = new DatabaseSync(join(serverData, 'sitecraft.db'))
  db.prepare("delete from setting where name = 'server.folder'").run()
  db.close()
}
