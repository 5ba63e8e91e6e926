import type { GrantedFile, Result, StopSignal } from '#shared/contract/bridge.ts'
import { AppError, fromWire } from '#shared/errors/index.ts'

interface SendOptions {
  /** Address of the own origin. */
  to: string
  onProgress: (loaded: number) => void
  headers?: Readonly<Record<string, string>>
  stop: StopSignal | undefined
  /** Error messages: the host is unreachable, or does not accept the page. */
  texts: { gone: string; refused: string }
}

/**
 * Streams a file to the host.
 * @throws AppError `cancelled` after `stop`, or the host's own.
 */
export function sendFile(file: File, { to, onProgress, headers = {}, stop, texts }: SendOptions): Promise<GrantedFile> {
  // XMLHttpRequest, because fetch reports no upload progress.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', to)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = (event) => onProgress(event.loaded)
    request.onerror = () => reject(new AppError('no-response', texts.gone))
    request.onload = () => {
      const answer = request.response as Result<GrantedFile> | null
      if (!answer) reject(new AppError('forbidden', texts.refused))
      else if (answer.ok) resolve(answer.data)
      else reject(fromWire(answer.error))
    }
    request.onabort = () => reject(new AppError('cancelled', '已取消'))
    if (stop?.aborted) {
      reject(new AppError('cancelled', '已取消'))
      return
    }
    stop?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
