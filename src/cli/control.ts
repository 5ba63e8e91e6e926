import type { InputOf, OutputOf } from '#shared/contract/registry.ts'
import { fromWire } from '#shared/errors/index.ts'
import { NotRunningError, postControl } from '#services/control/client.ts'
import { controlRecord } from '#services/control/record.ts'
import type { ControlOperation } from '#services/control/server.ts'

/** Asks the program of a data folder. @throws NotRunningError; AppErrors of the program */
export type Ask = <N extends ControlOperation>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>

export function openControl(dataDir: string): Ask {
  return async (name, input) => {
    const record = await controlRecord(dataDir).readAlive()
    if (!record) throw new NotRunningError()
    const result = await postControl(record, JSON.stringify({ name, input }))
    if (!result.ok) throw fromWire(result.error)
    return result.data as OutputOf<typeof name>
  }
}

/** Where a command runs and prints. */
export interface CliContext {
  cwd: string
  /** The program's data folder, unless `--data` sets another one. */
  dataDir: string
  out: (text: string) => void
  err: (text: string) => void
}

/** The result of a command in one workspace or site. */
export interface Outcome {
  code: number
  json: object
}
