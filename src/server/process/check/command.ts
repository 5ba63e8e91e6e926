import { existsSync } from 'node:fs'
import { AppError } from '#shared/errors/index.ts'
import { embeddedFile, openDatabase } from '#server/db/connect.ts'
import type { ProcessOptions } from '../options.ts'
import { checkAll, type Finding } from './run.ts'

/** Maximum number of examples in a line of the report. */
const MAX_EXAMPLES = 5

export interface CheckReport {
  /** Whether no fault was found; notes don't count. */
  sound: boolean
  checked: number
  findings: Finding[]
}

/**
 * The command `check`: checks all invariants of an installation, stopped or running. `say` receives progress lines.
 * @throws AppError `not-found` without data, `invalid` for data of another version
 */
export async function check(options: ProcessOptions, say: (line: string) => void): Promise<CheckReport> {
  const { dataDir, databaseUrl, s3, rsaKeyFile, secretKey, secretKeyBefore, files } = options
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 中没有数据，请先启动一次服务器`)
  const db = openDatabase({ dataDir, databaseUrl })
  try {
    const { checked, findings } = await checkAll({
      db,
      dataDir,
      s3,
      rsaKeyFile,
      secretKey,
      secretKeyBefore,
      files,
      onProgress: (done, total, code) => say(`${done + 1}/${total} ${code}`),
    })
    return { sound: findings.every(({ level }) => level === 'note'), checked, findings }
  } finally {
    await db.destroy()
  }
}

/** Formats the report for people: one line per finding. */
export function formatReport({ sound, checked, findings }: CheckReport): string {
  const faults = findings.filter(({ level }) => level === 'fault').length
  const end = sound
    ? `检查完成：${checked} 项均正常${findings.length > 0 ? `，有 ${findings.length} 项提示` : ''}`
    : `检查完成：${checked} 项中有 ${faults} 项有问题`
  return [...findings.map(lineOf), end].join('\n')
}

function lineOf({ code, level, problem, meaning, remedy, items }: Finding): string {
  const examples = items.slice(0, MAX_EXAMPLES).join('、')
  const more = items.length > MAX_EXAMPLES ? ' 等' : ''
  return `${level === 'fault' ? '问题' : '提示'} [${code}] ${problem}：${items.length} 处（${examples}${more}）。${meaning}。处理：${remedy}。`
}
