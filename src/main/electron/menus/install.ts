import { app, Menu, nativeTheme, shell } from 'electron'
import type { Host } from '#services/compose.ts'
import { settings, type Settings } from '#shared/contract/host.ts'
import { menuTemplate } from './template.ts'

/** The native menu and the windows' theme follow the settings, now and whenever they change. */
export async function followSettings(host: Host, dataDir: string): Promise<void> {
  const apply = (theme: Settings['theme']): void => {
    nativeTheme.themeSource = theme
    const template = menuTemplate({
      mac: process.platform === 'darwin',
      packaged: app.isPackaged,
      theme,
      setTheme: (chosen) => void host.invoke('settings.set', { theme: chosen }),
      openDataFolder: () => void shell.openPath(dataDir),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  host.subscribe(({ event, payload }) => {
    if (event === 'settings.changed') apply(settings.parse(payload).theme)
  })
  // Read directly, not through an operation: operations wait for the keychain, and the menu must not.
  const current = await host.settings.get().catch(() => null)
  apply(current?.theme ?? 'system')
}
