import { AppError } from '#shared/errors/index.ts'
import type { ZipProblem } from './reader.ts'

const MB = 1024 * 1024

/** The error message for an archive that can't be unpacked into a folder. */
export function unpackRefusal(problem: ZipProblem): AppError {
  switch (problem.kind) {
    case 'broken':
      return new AppError('invalid', '压缩包已损坏或不是 zip 文件，请重新压缩后上传', { cause: problem.cause })
    case 'entries': {
      const { entries, limits } = problem
      const message = `压缩包中有 ${entries} 个文件，最多 ${limits.entries} 个，请分成多个压缩包上传`
      return new AppError('too-large', message)
    }
    case 'total':
      return new AppError(
        'too-large',
        `压缩包解压后超过 ${Math.floor(problem.limits.totalBytes / MB)} MB，请分成多个压缩包上传`,
      )
    case 'ratio':
      return new AppError(
        'too-large',
        `压缩包中的“${problem.name}”解压后异常大，为安全起见已拒绝，请去掉该文件后重新压缩`,
      )
    case 'duplicate':
      return new AppError('invalid', '压缩包中有两个同名的文件，请重新压缩后上传')
    case 'encrypted':
      return new AppError('unsupported', '压缩包设置了密码，无法解压，请重新压缩（不设密码）后上传')
    case 'link':
      return new AppError('invalid', `压缩包中的“${problem.name}”是链接，无法解压，请去掉该链接后重新压缩`)
    case 'method':
      return new AppError('unsupported', `压缩包中的“${problem.name}”使用了不支持的压缩方式，请用普通 zip 格式重新压缩`)
    case 'damaged':
      return new AppError('invalid', `压缩包中的“${problem.name}”已损坏，请重新压缩后上传`, { cause: problem.cause })
  }
}
