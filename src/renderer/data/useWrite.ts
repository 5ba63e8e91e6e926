import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { InputOf, OperationName, OutputOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import type { AppError } from '#shared/errors/index.ts'
import { type Answer, call } from './client.ts'
import { notify } from './notices.ts'
import { type OperationFacts, operationFacts } from './operationFacts.ts'

export interface WriteOptions<N extends OperationName> {
  /** Text of the success toast instead of the server's; false for none. */
  success?: string | false
  /** The screen shows a failure itself; no toast. */
  quiet?: boolean
  /** Runs after a 200 answer, once the stale reads are invalidated. */
  onSuccess?: (answer: Answer<OutputOf<N>>, input: InputOf<N>) => void
}

/**
 * A changing operation. Code 200 shows the success message and invalidates the contract's `stale` reads, as `not-found`
 * does; codes 1 and 400006 show nothing (contradictions.md 1). `mutateAsync` resolves with {data, code, msg}.
 * @throws AppError from `mutateAsync`
 */
export function useWrite<N extends OperationName>(
  name: N,
  options: WriteOptions<N> = {},
): UseMutationResult<Answer<OutputOf<N>>, AppError, InputOf<N>> {
  const client = useQueryClient()
  const { [name]: facts = {} } = operationFacts
  const refresh = (): void => {
    for (const stale of facts.stale ?? []) void client.invalidateQueries({ queryKey: [stale] })
  }
  return useMutation<Answer<OutputOf<N>>, AppError, InputOf<N>>({
    mutationFn: (input) => call(name, input),
    meta: { quiet: options.quiet ?? false },
    // The missing record came from a stale list, so the lists are read again.
    onError: (error) => error.code === 'not-found' && refresh(),
    onSuccess: (answer, input) => {
      if (answer.code !== SUCCESS) return
      const text = successText(facts, options.success, answer.msg)
      if (text) notify('success', text)
      refresh()
      options.onSuccess?.(answer, input)
    },
  })
}

function successText(facts: OperationFacts, override: string | false | undefined, msg: string): string {
  if (override === false) return ''
  if (override) return override
  return msg || (facts.success ?? '')
}
