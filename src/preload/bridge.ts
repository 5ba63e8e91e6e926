import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import type { Bridge, GrantedFile, HostEventMessage, Result } from '#shared/contract/bridge.ts'
import { CHANNEL, type PickedFile } from '#shared/contract/ipc.ts'

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

  // The preload script reads paths from File objects of a user gesture; the page itself never has a path.
  async grantFiles(files) {
    const picked = files.map((file): PickedFile => {
      return { path: webUtils.getPathForFile(file), name: file.name, place: file.webkitRelativePath }
    })
    const answer = (await ipcRenderer.invoke(CHANNEL.grant, picked)) as Result<Pick<GrantedFile, 'grant' | 'sendTo'>[]>
    if (!answer.ok) throw new Error(answer.error.message)
    return files.map(({ name, size }, i) => ({ grant: '', ...answer.data[i], name, size }))
  },
}

contextBridge.exposeInMainWorld('sitecraft', bridge)
