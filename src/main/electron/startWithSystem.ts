import { app } from 'electron'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/** The argument of a start that shows no window. */
const HIDDEN = '--hidden'

/** Was the program started with the system, without a person who asked for its window? macOS gives it no argument. */
export const isHiddenStart = (given: readonly string[]): boolean =>
  given.includes(HIDDEN) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

/** Starts the program, without a window, when this person signs in to the computer; or no longer. */
export async function startWithSystem(on: boolean): Promise<void> {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, ...(process.platform === 'win32' && { args: [HIDDEN] }) })
    return
  }
  const folder = join(process.env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config'), 'autostart')
  const file = join(folder, 'sitecraft.desktop')
  if (!on) return rm(file, { force: true })
  await mkdir(folder, { recursive: true })
  // An AppImage runs from a folder that is another one each time.
  const program = process.env['APPIMAGE'] ?? process.execPath
  const quoted = program.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')
  await writeFileAtomic(
    file,
    `[Desktop Entry]\nType=Application\nName=站匠\nExec="${quoted}" ${HIDDEN}\nX-GNOME-Autostart-enabled=true\n`,
  )
}
