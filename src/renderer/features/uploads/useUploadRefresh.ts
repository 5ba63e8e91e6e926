import { useEffect } from 'react'
import type { OperationName } from '#shared/contract/registry.ts'
import type { UploadTarget, UploadTask } from '#shared/contract/uploads.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { onEnded } from './store.ts'

type Refresh = (...names: OperationName[]) => void

/** A·§4: the list reloads after a success, at most once in this time while one upload after the other ends. */
const MIN_INTERVAL_MS = 500

const STALE: Record<UploadTarget['to'], readonly OperationName[]> = {
  library: ['attachment.page', 'attachment.usage'],
  template: ['templateFile.list', 'templateFile.templateList', 'templateFile.open'],
  call: [],
}

const refreshers = new Set<Refresh>()
const stale = new Set<OperationName>()
let timer: ReturnType<typeof setTimeout> | undefined
let stop: (() => void) | undefined

function refresh(): void {
  timer = undefined
  const [first] = refreshers
  const names = [...stale]
  stale.clear()
  if (names.length > 0) first?.(...names)
}

function markStale(ended: readonly UploadTask[]): void {
  for (const { state, target } of ended) if (state.step === 'done') for (const name of STALE[target.to]) stale.add(name)
  if (stale.size > 0) timer ??= setTimeout(refresh, MIN_INTERVAL_MS)
}

/** Refreshes the reads that finished uploads make stale, once, even if several components use this. */
export function useUploadRefresh(): void {
  const refresh = useRefresh()
  useEffect(() => {
    refreshers.add(refresh)
    stop ??= onEnded(markStale)
    return () => {
      refreshers.delete(refresh)
      if (refreshers.size > 0) return
      stop?.()
      stop = undefined
    }
  }, [refresh])
}
