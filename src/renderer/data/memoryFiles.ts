import type { GrantedFile, StopSignal } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import { sendFile } from './sendFile.ts'

/**
 * Electron: streams files without a path to the host.
 * @param granted what the preload has answered
 * @returns the grants of all files, in their order
 */
export async function sendMemoryFiles(
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
      const sent = await sendFile(file, { to: known.sendTo, onProgress: onPart, stop, texts: textsOf(file) })
      if (sent.size !== file.size) throw new AppError('cancelled', textsOf(file).gone)
      complete.push(sent)
      done += file.size
      onProgress?.(done, total)
    }
  }
  return complete
}

const sizeOf = (files: readonly GrantedFile[]): number => files.reduce((sum, { size }) => sum + size, 0)

function textsOf({ name }: File): { gone: string; refused: string } {
  const text = `“${name}”没有读取完整，请重新选择或粘贴后重试`
  return { gone: text, refused: text }
}
