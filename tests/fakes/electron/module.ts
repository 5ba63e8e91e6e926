import { obey } from './control.ts'

export { app } from './app.ts'
export {
  autoUpdater,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from './parts.ts'
export { BrowserWindow } from './window.ts'

obey()
Object.assign(process, { resourcesPath: process.env['STAND_IN_RESOURCES'] ?? '' })
