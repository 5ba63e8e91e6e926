import { useEffect, useEffectEvent } from 'react'
import type { OperationName } from '#shared/contract/registry.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'

/** Asks again when the part opens and when the sync has changed a template: other people and folders change files, too. */
export function useFresh(...names: OperationName[]): void {
  const refresh = useRefresh()
  const opened = useEffectEvent(() => refresh(...names))
  useEffect(() => {
    opened()
  }, [])
  useHostEvent('template.changed', () => refresh(...names))
}
