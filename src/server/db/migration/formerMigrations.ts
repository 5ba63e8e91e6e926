import { AppError } from '#shared/errors/index.ts'

// To be removed at the first release: until then test installations may have tables of an older layout, whose template
// files are plain files beside the database.

const FORMER: ReadonlySet<string> = new Set(['0001_core', '0001_baseline'])

/** @throws AppError `unsupported` for a database with tables from before the first release */
export function refuseFormer(applied: readonly string[]): void {
  if (!applied.some((name) => FORMER.has(name))) return
  throw new AppError(
    'unsupported',
    '数据由站匠正式发布之前的旧版本写入，当前版本无法打开，未改动任何内容。请用原来的版本导出站点，再在新的数据文件夹中导入；旧备份请用原来的版本恢复（restore）',
  )
}
