import { dirname, join } from 'node:path'
import { fileNameProblem } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import type { StorePath } from '../path.ts'
import { statEntry } from './scan.ts'

/**
 * The target for a file whose name only changes its spelling.
 * @throws AppError `invalid`, or `conflict` when another file has that name
 */
export async function respell(file: string, from: StorePath, to: StorePath): Promise<string> {
  const name = (to.at(-1) ?? '').normalize('NFC')
  const problem = fileNameProblem(name)
  if (problem) throw new AppError('invalid', problem)
  const target = join(dirname(file), name)
  const [own, there] = [await statEntry(file, from), await statEntry(target, to)]
  if (there && there.ino !== own?.ino) throw new AppError('conflict', `“${name}”已存在，请换一个名称`)
  return target
}
