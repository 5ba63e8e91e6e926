import type { Bridge, GrantedFile, Result } from '#shared/contract/bridge.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { HOST_UNREACHABLE, setHostReach } from './hostReach.ts'
import { listenToHost } from './loopbackEvents.ts'
import { forgetSecret, pageSecret, secretHeader } from './pageSecret.ts'
import { sendFile } from './sendFile.ts'

/** The bridge of the browser host: the same operations over same-origin HTTP, events as server-sent events. */
export function loopbackBridge(): Bridge<File> {
  return {
    async invoke(name, input) {
      try {
        return await post('/invoke', JSON.stringify({ name, input }))
      } catch (error) {
        if (error instanceof AppError) return { ok: false, error: toWire(error) }
        return { ok: false, error: toWire(new AppError('no-response', HOST_UNREACHABLE.gone, { cause: error })) }
      }
    },

    subscribe: (listener) => listenToHost(listener, post),

    async grantFiles(files, onProgress, stop) {
      const total = files.reduce((sum, file) => sum + file.size, 0)
      const granted: GrantedFile[] = []
      let done = 0
      for (const file of files) {
        const before = done
        const onPart = (loaded: number): void => onProgress?.(before + loaded, total)
        const headers = secretHeader((await pageSecret()) ?? '')
        granted.push(
          await sendFile(file, { to: addressOf(file), onProgress: onPart, headers, stop, texts: HOST_UNREACHABLE }),
        )
        done += file.size
      }
      return granted
    },
  }
}

/** Posts to the host with this tab's page secret, or another tab's if that one is no longer valid. */
async function post(path: string, body: string): Promise<Result> {
  let secret = await pageSecret()
  for (let tries = 0; secret !== null && tries < 2; tries++) {
    const response = await send(path, body, secret)
    if (response.status === 403) break
    if (response.status !== 401) {
      setHostReach('ok')
      return (await response.json()) as Result
    }
    secret = await forgetSecret(secret)
  }
  setHostReach('refused')
  throw new AppError('forbidden', HOST_UNREACHABLE.refused)
}

async function send(path: string, body: string, secret: string): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', ...secretHeader(secret) },
      body,
    })
  } catch (error) {
    setHostReach('gone')
    throw error
  }
}

/** The upload address of a file, with its path in a chosen or dropped folder. */
function addressOf({ name, webkitRelativePath }: File): string {
  const query = new URLSearchParams({ name })
  if (webkitRelativePath) query.set('path', webkitRelativePath)
  return `/grant?${query}`
}
