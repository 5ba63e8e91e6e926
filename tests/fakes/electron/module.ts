import { obey } from './control.ts'

// What `import 'electron'` gives the program. One that this has not, but Electron has, has to be added before it is used.
export { app, autoUpdater } from './app.ts'
export {
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
} from './parts.ts'
export { Menu, Tray } from './menu.ts'
export { utilityProcess } from './utility.ts'
export { BrowserWindow } from './window.ts'

obey()
