import { join } from 'node:path'
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
  process.env[SEEDED] = folder
  return () => remove(folder)
}
