import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import type { Bridge, HostEventMessage, Result } from '#shared/contract/bridge.ts'
import { CHANNEL } from '#shared/contract/ipc.ts'

const bridge: Bridge<File> = {
  invoke: (name, input) => ipcRenderer.invoke(CHANNEL.invoke, name, input) as Promise<Result>,

  subscribe(listener) {
    const forward = (_event: IpcRendererEvent, message: HostEventMessage): void => listener(message)
    ipcRenderer.on(CHANNEL.event, forward)
    ipcRenderer.send(CHANNEL.listen)
    return () => {
      ipcRenderer.off(CHANNEL.event, forward)
    }
  },

  // The paths are found here, from File objects of a real gesture; the page itself never holds or sends one.
  async grantFiles(files, onProgress) {
    const paths = files.map((file) => webUtils.getPathForFile(file))
    const answer = (await ipcRenderer.invoke(CHANNEL.grant, paths)) as Result<string[]>
    if (!answer.ok) throw new Error(answer.error.message)
    const total = files.reduce((sum, file) => sum + file.size, 0)
    onProgress?.(total, total)
    return files.map((file, i) => ({ grant: answer.data[i] ?? '', name: file.name, size: file.size }))
  },
}

contextBridge.exposeInMainWorld('sitecraft', bridge)
