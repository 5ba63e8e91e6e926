import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { InputOf, OperationName, OutputOf } from '#shared/contract/registry.ts'
import { readKey } from './useRead.ts'

/** Returns a function that writes an answer into the cache, for answers that come with an event of the host. */
export function useSetAnswer(): <N extends OperationName>(name: N, input: InputOf<N>, answer: OutputOf<N>) => void {
  const client = useQueryClient()
  return useCallback((name, input, answer) => void client.setQueryData(readKey(name, input), answer), [client])
}
