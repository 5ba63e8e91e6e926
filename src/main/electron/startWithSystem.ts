import { app } from 'electron'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/** Argument for a start without a window. */
const HIDDEN_ARGUMENT = '--hidden'

/**
 * Whether the program was started with the system, without a user who wants a window. On macOS there is no argument.
 */
export const isHiddenStart = (given: readonly string[]): boolean =>
  given.includes(HIDDEN_ARGUMENT) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

/** Enables or disables the start, without a window, at the user's sign-in to the computer. */
export async function setStartWithSystem(on: boolean): Promise<void> {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, ...(process.platform === 'win32' && { args: [HIDDEN_ARGUMENT] }) })
    return
  }
  const folder = join(process.env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config'), 'autostart')
  const file = join(folder, 'sitecraft.desktop')
  if (!on) return rm(file, { force: true })
  await mkdir(folder, { recursive: true })
  // An AppImage runs from a different folder each time.
  const program = process.env['APPIMAGE'] ?? process.execPath
  const quoted = program.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')
  await writeFileAtomic(
    file,
    `[Desktop Entry]\nType=Application\nName=站匠\nExec="${quoted}" ${HIDDEN_ARGUMENT}\nX-GNOME-Autostart-enabled=true\n`,
  )
}
