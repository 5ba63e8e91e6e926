import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { InputOf, OperationName, OutputOf } from '#shared/contract/registry.ts'
import type { AppError } from '#shared/errors/index.ts'
import { call } from './client.ts'
import { readKey } from './useRead.ts'

/** useRead for several inputs of one operation, in their order. The screen shows failures itself. */
export function useReads<N extends OperationName>(
  name: N,
  inputs: readonly InputOf<N>[],
): UseQueryResult<OutputOf<N>, AppError>[] {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: readKey(name, input),
      queryFn: async () => (await call(name, input)).data,
      meta: { quiet: true },
    })),
  }) as UseQueryResult<OutputOf<N>, AppError>[]
}
