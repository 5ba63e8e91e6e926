import type { GrantedFile, StopSignal } from '#shared/contract/bridge.ts'
import type { InputOf, OperationName, OutputOf } from '#shared/contract/registry.ts'
import { AppError, fromWire } from '#shared/errors/index.ts'
import { bridge, inElectron } from './bridge.ts'
import { sendFile } from './sendFile.ts'

/**
 * Electron: streams files without a path to the host.
 * @param granted what the preload has answered
 * @returns the grants of all files, in their order
 */
async function sendMemoryFiles(
  files: readonly File[],
  granted: readonly GrantedFile[],
  onProgress?: (loaded: number, total: number) => void,
  stop?: StopSignal,
): Promise<GrantedFile[]> {
  const total = sizeOf(granted)
  let done = sizeOf(granted.filter(({ sendTo }) => sendTo === undefined))
  onProgress?.(done, total)
  const complete: GrantedFile[] = []
  for (const [i, known] of granted.entries()) {
    const file = files[i]
    if (known.sendTo === undefined || !file) complete.push(known)
    else {
      const before = done
      const onPart = (loaded: number): void => onProgress?.(before + loaded, total)
      const sent = await sendFile(file, { to: known.sendTo, onProgress: onPart, stop, texts: errorTextsOf(file) })
      if (sent.size !== file.size) throw new AppError('cancelled', errorTextsOf(file).gone)
      complete.push(sent)
      done += file.size
      onProgress?.(done, total)
    }
  }
  return complete
}

const sizeOf = (files: readonly GrantedFile[]): number => files.reduce((sum, { size }) => sum + size, 0)

function errorTextsOf({ name }: File): { gone: string; refused: string } {
  const text = `“${name}”读取不完整，请重新选择或粘贴后重试`
  return { gone: text, refused: text }
}

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
