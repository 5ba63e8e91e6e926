import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { connectionForm } from '#shared/contract/host.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { AppError } from '#shared/errors/index.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

type Form = z.output<typeof connectionForm>

export interface ConnectionTest {
  busy: boolean
  report: OutputOf<'connections.test'> | null
  failure: AppError | null
  /** Rejects when the server can't be used. */
  run: (form: Form) => Promise<void>
}

/** Tests a connection that may not be saved yet; only the latest test is reported. */
export function useConnectionTest(): ConnectionTest {
  const [report, setReport] = useState<ConnectionTest['report']>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const test = useWrite('connections.test', { quiet: true })
  const latestRequest = useRef(0)

  const run = async (form: Form): Promise<void> => {
    const request = ++latestRequest.current
    setReport(null)
    setFailure(null)
    try {
      const { data } = await test.mutateAsync(form)
      if (request === latestRequest.current) setReport(data)
    } catch (error) {
      if (request === latestRequest.current) setFailure(toAppError(error))
      throw error
    }
  }
  return { busy: test.isPending, report, failure, run }
}
