import type { InputOf, OutputOf } from '#shared/contract/registry.ts'
import { fromWire } from '#shared/errors/index.ts'
import { NotRunning, postControl } from '#services/control/client.ts'
import { readControl } from '#services/control/record.ts'
import type { ControlOperation } from '#services/control/server.ts'

export { NotRunning }

/** Asks the program that works on a data folder. NotRunning; AppErrors as the program says them. */
export function openControl(dataDir: string) {
  return async <N extends ControlOperation>(name: N, input: InputOf<N>): Promise<OutputOf<N>> => {
    const record = await readControl(dataDir)
    if (!record) throw new NotRunning()
    const result = await postControl(record, JSON.stringify({ name, input }))
    if (!result.ok) throw fromWire(result.error)
    return result.data as OutputOf<N>
  }
}
