import { useEffect, useEffectEvent } from 'react'
import type { OperationName } from '#shared/contract/registry.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'

/** Refreshes reads when a component opens and when a template changes, as other people and synced folders change files. */
export function useTemplateRefresh(...names: OperationName[]): void {
  const refresh = useRefresh()
  const opened = useEffectEvent(() => refresh(...names))
  useEffect(() => {
    opened()
  }, [])
  useHostEvent('template.changed', () => refresh(...names))
}
