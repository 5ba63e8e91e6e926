import { type DownloadOptions, HttpExecutor } from 'builder-util-runtime'
import { AppImageUpdater, type AppUpdater } from 'electron-updater'
import { type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** HTTP as electron-updater asks for it, by Node instead of Electron's net. */
class NodeExecutor extends HttpExecutor<ClientRequest> {
  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    return request(options, callback)
  }
  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      this.doDownload(
        {
          headers: options.headers ?? {},
          protocol: url.protocol,
          hostname: url.hostname,
          port: url.port,
          path: url.pathname,
        },
        {
          destination,
          options,
          onCancel,
          responseHandler: null,
          callback: (error) => (error ? reject(error) : resolve(destination)),
        },
        0,
      )
    })
  }
}

/** electron-updater's own updater of AppImages, in a program that is installed below `folder`. */
export function installedUpdater(folder: string, version: string): { updater: AppUpdater; quits: () => number } {
  const config = join(folder, 'app-update.yml')
  writeFileSync(config, 'provider: generic\nurl: https://never.example/\nupdaterCacheDirName: cache\n')
  let quits = 0
  const updater = new AppImageUpdater(null, {
    version,
    name: 'sitecraft',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => void (quits += 1),
    onQuit: () => undefined,
  })
  Object.assign(updater, { httpExecutor: new NodeExecutor() })
  return { updater, quits: () => quits }
}
