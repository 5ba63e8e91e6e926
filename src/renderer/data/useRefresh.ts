import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OperationName } from '#shared/contract/registry.ts'

/**
 * Returns a function that invalidates the cached answers of the named operations, or all; visible ones are fetched
 * again.
 */
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
