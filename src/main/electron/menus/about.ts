/** What “关于站匠” shows; without it the panel has the name of the package. @param icon absolute path; a Mac takes the bundle's */
export const aboutPanel = (version: string, icon: string): Electron.AboutPanelOptionsOptions => ({
  applicationName: '站匠',
  applicationVersion: version,
  copyright: 'Copyright © 2026 Sitecraft',
  ...(process.platform !== 'darwin' && { iconPath: icon }),
})
