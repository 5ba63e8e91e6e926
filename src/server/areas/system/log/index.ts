import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { lineWritten } from './write.ts'
import { OwnTransactions, type Resource, type Routes } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { sealLines } from './chain.ts'
import { findLine, readInOrder, selectAllMatching, pageLog } from './find.ts'
import { pruneLog, readRules, saveRules } from './rules.ts'
import { countRows } from '#server/db/countRows.ts'
import { BATCH_ROWS } from '#server/sheets/batches.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { requireExport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import type { LogLine } from '#shared/contract/log.ts'
import { areaTitle } from '#shared/contract/registry.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

export { createCallLog } from './write.ts'
export { sealLines } from './chain.ts'
export { verifyLog } from './verify.ts'

const SHEET_COLUMNS: readonly WriteColumn<LogLine>[] = [
  { title: '序号', width: 10, kind: 'number', value: (row) => row.id },
  { title: '操作时间', width: 20, value: (row) => row.postTime },
  { title: '操作人', width: 16, value: (row) => row.createBy },
  { title: '操作名称', width: 24, value: (row) => row.title },
  { title: '模块', width: 14, value: (row) => areaTitle(row.area) },
  { title: '站点', width: 18, value: (row) => row.siteTitle },
  { title: '结果', width: 10, value: (row) => (row.ok ? '成功' : '失败') },
  { title: '说明', width: 40, value: (row) => row.msg },
  { title: 'IP', width: 18, value: (row) => row.ip },
  { title: '响应时间(ms)', width: 14, kind: 'number', value: (row) => row.beginTime },
  { title: '请求地址', width: 40, value: (row) => row.url },
  { title: '请求方式', width: 10, value: (row) => row.httpMethod },
  { title: '请求方法', width: 24, value: (row) => row.classMethod },
  { title: '请求参数', width: 60, value: (row) => row.requestData },
  { title: '响应结果', width: 60, value: (row) => row.responseData },
]

const exportLog = new OwnTransactions<'log.exportSheet'>(async (ctx, wanted) => {
  requireExport(ctx, { siteId: 0, menuId: MENU.log })
  const rows = readInOrder(ctx, wanted, BATCH_ROWS)
  return exportSheet(ctx, {
    name: '操作日志',
    columns: SHEET_COLUMNS,
    rows,
    total: () => countRows(selectAllMatching(ctx, wanted)),
  })
})

/** Delay until new lines are added to the hash chain. */
const SEAL_DELAY_MS = 1000

const routes: Routes<'log'> = {
  'log.page': pageLog,
  'log.findById': findLine,
  'log.exportSheet': exportLog,
  'log.rules': readRules,
  'log.saveRules': saveRules,
}

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  scheduleMaintenance(app, deps, () => pruneLog(deps))
  let timer: NodeJS.Timeout | null = null
  let sealing: Promise<void> = Promise.resolve()
  const seal = (): void => {
    timer = null
    sealing = sealing
      .then(() => sealLines(deps))
      .catch((err: unknown) => deps.log.error({ err }, 'the operation log could not be sealed'))
  }
  const stop = lineWritten(deps).on(() => {
    timer ??= setTimeout(seal, SEAL_DELAY_MS).unref()
  })
  app.addHook('onClose', async () => {
    stop()
    if (timer) {
      clearTimeout(timer)
      seal()
    }
    await sealing
  })
}

/** C·§2 Operation logs: who changed what, in a chain of hashes. */
export const log: Resource = { routes, plugin }
