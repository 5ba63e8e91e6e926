import { dirname, join } from 'node:path'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatPath, type StorePath } from '../path.ts'
import { statEntry } from './scan.ts'

/** Is the new path the old one but for case or normal form? Then it is no collision with itself (S33). */
export const isSameName = (from: StorePath, to: StorePath): boolean =>
  nameKey(formatPath(from)) === nameKey(formatPath(to))

/** Where a file goes that gets another spelling of its name. AppErrors `invalid`, `conflict` when that is another file. */
export async function respell(file: string, from: StorePath, to: StorePath): Promise<string> {
  const name = (to.at(-1) ?? '').normalize('NFC')
  const problem = fileNameProblem(name)
  if (problem) throw new AppError('invalid', problem)
  const target = join(dirname(file), name)
  const [own, there] = [await statEntry(file, from), await statEntry(target, to)]
  if (there && there.ino !== own?.ino) throw new AppError('conflict', `“${name}”已存在，请换一个名称`)
  return target
}
