import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PROGRESS_FEATURE, type SheetProgress } from '#shared/contract/sheet.ts'
import { offers } from '../api/offers.ts'
import type { ApiClient } from '../types.ts'

/** Between two questions, in milliseconds; one that takes long is waited for. */
const EVERY_MS = 500

/**
 * Asks the server how far an export is, from now until `end`. A server that can't tell, or does not answer, is not asked
 * again: the export itself says what is wrong.
 */
export function watchExport(
  client: ApiClient,
  signal: AbortSignal,
  onProgress: (progress: SheetProgress) => void,
): { name: string; end: () => void } {
  const name = randomUUID()
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  const ask = async (): Promise<void> => {
    await delay(EVERY_MS, undefined, { signal: stop })
    if (!(await offers(client, PROGRESS_FEATURE, { signal: stop }))) return
    while (!stop.aborted) {
      const { data } = await client.call('sheet.progress', { watch: name }, { signal: stop })
      if (data && !stop.aborted) onProgress(data)
      await delay(EVERY_MS, undefined, { signal: stop })
    }
  }
  ask().catch(() => undefined)
  return { name, end: () => ended.abort() }
}
