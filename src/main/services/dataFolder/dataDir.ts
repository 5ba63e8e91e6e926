import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** The default data folder, by each system's convention; the built-in server's data is in its subfolder `server`. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Sitecraft')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Sitecraft')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'sitecraft')
}

/** The data folder: `--data DIR`, else SITECRAFT_DATA, else the system's default. */
export function resolveDataFolder(args: readonly string[], env: NodeJS.ProcessEnv, home: string): string {
  // Chromium's own switches are among the arguments, so unknown ones are no error.
  const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, strict: false })
  const wanted = typeof values.data === 'string' && values.data !== '' ? values.data : env['SITECRAFT_DATA']
  return wanted ? resolve(wanted) : defaultDataDir(process.platform, env, home)
}
