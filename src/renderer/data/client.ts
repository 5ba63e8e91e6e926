import type { GrantedFile } from '#shared/contract/bridge.ts'
import type { InputOf, OperationName, OutputOf } from '#shared/contract/registry.ts'
import { fromWire } from '#shared/errors/index.ts'
import { bridge, inElectron } from './bridge.ts'
import { sendMemoryFiles } from './memoryFiles.ts'

/** The answer of a call. Codes 1 and 400006 resolve too, but only 200 counts as a success to show (A·§8). */
export interface Answer<T> {
  data: T
  code: number
  msg: string
}

/**
 * Calls one operation of the contract through the host.
 * @throws AppError with a message for the user.
 */
export async function call<N extends OperationName>(name: N, input: InputOf<N>): Promise<Answer<OutputOf<N>>> {
  const result = await bridge().invoke(name, input)
  if (!result.ok) throw fromWire(result.error)
  // The host has parsed the answer with the contract's schema.
  return { data: result.data as OutputOf<N>, code: result.code, msg: result.msg }
}

/**
 * Grants the host access to files of a drop, a paste or a file input.
 * @param stop ends the streaming; the call then rejects with `cancelled`
 */
export async function grantFiles(
  files: readonly File[],
  onProgress?: (loaded: number, total: number) => void,
  stop?: AbortSignal,
): Promise<GrantedFile[]> {
  if (!inElectron()) return bridge().grantFiles(files, onProgress, stop)
  return sendMemoryFiles(files, await bridge().grantFiles(files), onProgress, stop)
}
