import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OperationName } from '#shared/contract/registry.ts'

/** A function that makes the cached answers of the named operations stale (all, when none is named); what is shown is
 * asked for again. */
export function useRefresh(): (...names: OperationName[]) => void {
  const client = useQueryClient()
  return useCallback(
    (...names) => {
      if (names.length === 0) void client.invalidateQueries()
      for (const name of names) void client.invalidateQueries({ queryKey: [name] })
    },
    [client],
  )
}
