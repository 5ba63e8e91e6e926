import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { InputOf, OperationName, OutputOf } from '#shared/contract/registry.ts'
import type { AppError } from '#shared/errors/index.ts'
import { call } from './client.ts'

interface ReadOptions {
  /** false: don't ask yet. */
  enabled?: boolean
  /** The screen shows a failure itself; no toast. */
  quiet?: boolean
  /** Shows the last answer while another page or search is loading. */
  keepPrevious?: boolean
  /** Asks again after so many milliseconds. */
  everyMs?: number
  /** Asks again when it is shown, however new the last answer is: something that can't be undone hangs on it. */
  fresh?: boolean
  /** Asks again when the window gets the focus: another window or another person may have changed it. */
  onFocus?: boolean
  /** Goes on asking while the window is not seen. */
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
  options: ReadOptions = {},
): UseQueryResult<OutputOf<N>, AppError> {
  return useQuery<OutputOf<N>, AppError>({
    queryKey: readKey(name, input),
    queryFn: async () => (await call(name, input)).data,
    enabled: options.enabled ?? true,
    meta: { quiet: options.quiet ?? false },
    refetchOnWindowFocus: options.onFocus ?? false,
    refetchInterval: options.everyMs ?? false,
    refetchIntervalInBackground: options.inBackground ?? false,
    ...(options.fresh ? { refetchOnMount: 'always' } : {}),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}
