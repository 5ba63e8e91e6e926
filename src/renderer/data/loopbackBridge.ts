import type { Bridge, GrantedFile, HostEventMessage, Result } from '#shared/contract/bridge.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { sendFile } from './sendFile.ts'

const HOST_GONE = '本机的站匠服务没有响应，可能已经退出。请重新启动站匠，并从它给出的新地址打开本页'
const NOT_ADMITTED = '这个页面的访问凭据已经失效，请从启动站匠时给出的地址重新打开'
const TEXTS = { gone: HOST_GONE, refused: NOT_ADMITTED }

/** Tells the page that it has missed events (the host was started again), so that all it shows may be old. */
export const resync = new EventTarget()

/** The bridge of the browser host: the same operations over same-origin HTTP, events as server-sent events. */
export function loopbackBridge(): Bridge<File> {
  return {
    async invoke(name, input) {
      try {
        return await answerOf(
          await fetch('/invoke', {
            method: 'POST',
            credentials: 'same-origin',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ name, input }),
          }),
        )
      } catch (error) {
        if (error instanceof AppError) return { ok: false, error: toWire(error) }
        return { ok: false, error: toWire(new AppError('no-response', HOST_GONE, { cause: error })) }
      }
    },

    subscribe(listener) {
      const source = new EventSource('/events')
      source.onmessage = (message: MessageEvent<string>) => listener(JSON.parse(message.data) as HostEventMessage)
      source.addEventListener('resync', () => resync.dispatchEvent(new Event('resync')))
      return () => source.close()
    },

    async grantFiles(files, onProgress, stop) {
      const total = files.reduce((sum, file) => sum + file.size, 0)
      const granted: GrantedFile[] = []
      let done = 0
      for (const file of files) {
        const before = done
        const onPart = (loaded: number): void => onProgress?.(before + loaded, total)
        granted.push(await sendFile(file, { to: addressOf(file), onProgress: onPart, stop, texts: TEXTS }))
        done += file.size
      }
      return granted
    },
  }
}

async function answerOf(response: Response): Promise<Result> {
  if (response.status === 401 || response.status === 403) throw new AppError('forbidden', NOT_ADMITTED)
  return (await response.json()) as Result
}

/** Where the host takes a file, with its place in a chosen or dropped folder. */
function addressOf({ name, webkitRelativePath }: File): string {
  const query = new URLSearchParams({ name })
  if (webkitRelativePath) query.set('path', webkitRelativePath)
  return `/grant?${query}`
}
