import type { HostEventMessage, Result } from '#shared/contract/bridge.ts'
import { STREAM_PATH } from '#shared/security/pageSecret.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { setHostReach } from './hostReach.ts'
import { secretReceived } from './pageSecret.ts'

/** Emitted when the page may have missed events (the host restarted), so that all its data may be stale. */
export const resync = createEmitter()

/** Delay before a failed stream is opened again, ms. */
const RETRY_DELAY_MS = 1000

/**
 * Reads the host's event stream. An EventSource can't send headers, so its address is requested and short-lived. It
 * reconnects to the same address by itself, and to a new one when the stream has ended.
 * @returns a function that stops listening
 */
export function listenToHost(
  listener: (message: HostEventMessage) => void,
  post: (path: string, body: string) => Promise<Result>,
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let opened = 0

  const requestAddress = async (): Promise<string> => {
    const answer = await post(STREAM_PATH, '')
    if (!answer.ok) throw new Error(answer.error.message)
    return (answer.data as { path: string }).path
  }
  const scheduleRetry = (): void => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void open(), RETRY_DELAY_MS)
  }
  const open = async (): Promise<void> => {
    const address = await requestAddress().catch(() => null)
    if (stopped) return
    if (address === null) return scheduleRetry()
    source?.close()
    const current = new EventSource(address)
    source = current
    current.onopen = () => {
      setHostReach('ok')
    }
    current.onmessage = (message: MessageEvent<string>) => listener(JSON.parse(message.data) as HostEventMessage)
    current.addEventListener('resync', () => resync.emit())
    current.onerror = () => {
      if (current !== source) return
      if (current.readyState === EventSource.CLOSED) scheduleRetry()
      // The host may have closed the stream, or may be gone; this call detects the latter.
      else void requestAddress().catch(() => undefined)
    }
    // A new stream may have missed events, so everything that depends on them is read again.
    if (opened > 0) resync.emit()
    opened += 1
  }
  const reconnect = (): void => {
    if (source?.readyState === EventSource.OPEN) return
    clearTimeout(timer)
    void open()
  }
  const stopAdmitted = secretReceived.on(reconnect)
  void open()
  return () => {
    stopped = true
    clearTimeout(timer)
    stopAdmitted()
    source?.close()
  }
}
