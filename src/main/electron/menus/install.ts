import { app, dialog, Menu, nativeTheme, session, shell, type Session } from 'electron'
import { homedir } from 'node:os'
import type { Host } from '#services/compose.ts'
import { settings, type Settings } from '#shared/contract/host.ts'
import { binFolder, canInstallCommand, type CommandPaths, installCommand } from '../commandLink.ts'
import { setStartWithSystem } from '../startWithSystem.ts'
import { printPage, saveViewAsPdf } from '../print.ts'
import { createMenuTemplate } from './template.ts'

/**
 * Applies the settings to the native menu, the theme, the spelling check and the start with the system, now and after
 * each change. Returns a function that reads the current settings.
 * @param open shows the given page of the program
 */
export async function applySettings(
  host: Host,
  dataDir: string,
  open: (href: string) => void,
): Promise<() => Settings | null> {
  let known: Settings | null = null
  const paths: CommandPaths = {
    platform: process.platform,
    resources: process.resourcesPath,
    appImage: process.env['APPIMAGE'] ?? '',
    bin: binFolder(process.platform, homedir()),
  }
  const apply = (next: Settings | null): void => {
    const theme = next?.theme ?? 'system'
    const starts = next?.startWithSystem ?? false
    // Left alone while never enabled, so that no autostart entry is searched.
    if (starts !== (known?.startWithSystem ?? false))
      setStartWithSystem(starts).catch((error: unknown) =>
        host.log.warn('start with the system not changed', { error }),
      )
    const spells = next?.spellCheck ?? false
    if (spells !== (known?.spellCheck ?? false)) checkSpelling(session.defaultSession, spells, process.platform)
    known = next
    nativeTheme.themeSource = theme
    const template = createMenuTemplate({
      mac: process.platform === 'darwin',
      packaged: app.isPackaged,
      theme,
      setTheme: (chosen) => void host.invoke('settings.set', { theme: chosen }),
      openSettings: () => open('/settings'),
      openDataFolder: () => void shell.openPath(dataDir),
      print: printPage,
      savePdf: () => void saveViewAsPdf(),
      installCommand: app.isPackaged && canInstallCommand(paths) ? () => void offerCommand(paths) : null,
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  host.subscribe(({ event, payload }) => {
    if (event === 'settings.changed') apply(settings.parse(payload))
  })
  // Read directly, not through an operation: operations wait for the keychain, and the menu must not.
  const current = await host.settings.get().catch(() => null)
  apply(current)
  return () => known
}

async function offerCommand(paths: CommandPaths): Promise<void> {
  const shown = { title: '站匠', buttons: ['确定'], noLink: true }
  try {
    const file = await installCommand(paths)
    const detail = `命令在 ${file}。打开新的终端窗口，输入 sitecraft --help 查看用法。`
    await dialog.showMessageBox({ ...shown, type: 'info', message: '已安装终端命令 sitecraft', detail })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    await dialog.showMessageBox({ ...shown, type: 'warning', message: '终端命令未安装', detail })
  }
}

/** There is no Chinese dictionary, so only English words are checked. */
const LANGUAGES = ['en-US']

/**
 * Starts or stops the spelling check. Only when it starts, Chromium downloads its dictionary from Google; macOS has its
 * own.
 */
function checkSpelling(session: Session, on: boolean, platform: NodeJS.Platform): void {
  // macOS detects the language itself and ignores this setting.
  if (on && platform !== 'darwin') session.setSpellCheckerLanguages(LANGUAGES)
  session.setSpellCheckerEnabled(on)
}
