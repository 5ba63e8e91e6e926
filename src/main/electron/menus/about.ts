/**
 * Contents of “关于站匠”; the default panel would show the package name. @param icon absolute path; macOS uses the bundle's
 */
export const createAboutPanel = (version: string, icon: string): Electron.AboutPanelOptionsOptions => ({
  applicationName: '站匠',
  applicationVersion: version,
  copyright: 'Copyright © 2026 Sitecraft',
  ...(process.platform !== 'darwin' && { iconPath: icon }),
})
