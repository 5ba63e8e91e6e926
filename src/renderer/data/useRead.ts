import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { InputOf, OperationName, OutputOf } from '#shared/contract/registry.ts'
import type { AppError } from '#shared/errors/index.ts'
import { call } from './client.ts'

interface ReadOptions<N extends OperationName> {
  /** false: does not call yet. */
  enabled?: boolean
  /** The screen shows a failure itself; no toast. */
  quiet?: boolean
  /** Shows the last answer while another page or search is loading. */
  keepPrevious?: boolean
  /** Polling interval, ms, or how it follows from the last answer. */
  everyMs?: number | ((answer: OutputOf<N> | undefined) => number)
  /** Calls again on every mount, for data on which an irreversible action depends. */
  fresh?: boolean
  /** Calls again when the window gets the focus, for data that other windows or people change. */
  onFocus?: boolean
  /** Keeps polling while the window is hidden. */
  inBackground?: boolean
}

/** The key under which an answer is cached. */
export const readKey = <N extends OperationName>(name: N, input: InputOf<N>): readonly unknown[] => [name, input]

/**
 * The cached answer of a reading operation. Answers are kept per input, so a late one never replaces a newer one.
 * The result is react-query's: data, error, isPending, isFetching, refetch.
 */
export function useRead<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  options: ReadOptions<N> = {},
): UseQueryResult<OutputOf<N>, AppError> {
  const { everyMs = false } = options
  return useQuery<OutputOf<N>, AppError>({
    queryKey: readKey(name, input),
    queryFn: async () => (await call(name, input)).data,
    enabled: options.enabled ?? true,
    meta: { quiet: options.quiet ?? false },
    refetchOnWindowFocus: options.onFocus ?? false,
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) : everyMs,
    refetchIntervalInBackground: options.inBackground ?? false,
    ...(options.fresh ? { refetchOnMount: 'always' } : {}),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}
