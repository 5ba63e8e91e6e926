import type { Sealed } from '#server/db/table.ts'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { verifyLog } from '#server/areas/system/log/index.ts'
import { keyFileOf } from '#server/secrets/keyFile.ts'
import { SEALED_COLUMNS } from '#server/secrets/sealedColumns.ts'
import { openSecret } from '#server/secrets/sealing.ts'
import { byQuery, type CheckContext, type Invariant, MAX_ITEMS } from './invariant.ts'

/** A running job renews its lease every 5 s. */
const LEASE_MS = 60_000

/** The database itself, the operation log, secrets, jobs. */
export const SYSTEM: Invariant[] = [
  {
    code: 'database.pages',
    problem: '数据库文件的结构损坏',
    meaning: '部分数据可能无法读取',
    remedy: '请停止服务器，从最近的备份恢复',
    level: 'fault',
    async find({ db, engine, files }) {
      if (engine !== 'sqlite') return []
      const check = files ? sql<{ line: string }>`pragma integrity_check` : sql<{ line: string }>`pragma quick_check`
      const { rows } = await check.execute(db)
      return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok')
    },
  },
  {
    code: 'log.chain',
    problem: '操作日志与其校验链不符',
    meaning: '日志被改动或删除过',
    remedy: '请与以前保存的日志链末端比较，并从备份取回日志',
    level: 'fault',
    async find(ctx) {
      if (!existsSync(keyFileOf(ctx))) return [`缺少密钥文件 ${keyFileOf(ctx)}`]
      const { problem } = await verifyLog(ctx)
      return problem === null ? [] : [problem]
    },
  },
  {
    code: 'secrets',
    problem: '保存的密码或密钥无法解密',
    meaning: '相应的邮件、短信、公众号通道或两步验证无法使用',
    remedy: '请确认 SITECRAFT_SECRET_KEY 和数据目录中的密钥文件与以前相同，或在界面上重新填写',
    level: 'fault',
    find: findUnreadableSecrets,
  },
  {
    code: 'jobs.state',
    problem: '后台任务的状态与结束时间不一致',
    meaning: '任务列表会显示错误的状态',
    remedy: '不影响使用；请将该行发送给开发者',
    level: 'fault',
    find: byQuery(
      () => sql`select '任务 ' || id || '（' || state || '）' as item from job
        where (state in ('queued', 'running') and "endTime" is not null)
          or (state not in ('queued', 'running') and "endTime" is null) order by id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'jobs.abandoned',
    problem: '执行中的后台任务没有进程在处理',
    meaning: '处理该任务的进程已停止；服务器运行时由其他进程继续处理',
    remedy: '请启动服务器；如果服务器正在运行且几分钟后仍然如此，请查看日志',
    level: 'note',
    find: byQuery(
      ({ now }) => sql`select '“' || title || '”（' || id || '）' as item from job
        where state = 'running' and "leaseUntil" < ${now - LEASE_MS} order by id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'recycle.names',
    problem: '回收站中的站点或模板仍占用原标识符，或使用中的站点或模板带有回收标记',
    meaning: '新增同名站点或模板会失败，或网址无法打开',
    remedy: '请还原后再删除一次；无法还原时，请将该行发送给开发者',
    level: 'fault',
    find: byQuery(
      () => sql`select '站点 ' || id as item from site
          where (case when "deleteTime" is null then 0 else 1 end) <> (case when symbol like '%#%' then 1 else 0 end)
        union all select '模板 ' || id from template
          where (case when "deleteTime" is null then 0 else 1 end) <> (case when "folderKey" like '%#%' then 1 else 0 end)
        limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
]

async function findUnreadableSecrets(ctx: CheckContext): Promise<string[]> {
  if (!existsSync(keyFileOf(ctx))) return []
  const unreadable: string[] = []
  for (const [place, { use, owner }] of Object.entries(SEALED_COLUMNS)) {
    const [table = '', column = ''] = place.split('.')
    const { rows } = await sql<{ id: number; sealed: Sealed }>`
      select ${sql.ref(owner)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} <> ''`.execute(
      ctx.db,
    )
    for (const { id, sealed } of rows)
      if ((await openSecret(ctx, { use, owner: id }, sealed).catch(() => null)) === null)
        unreadable.push(`${place}（${id}）`)
  }
  return unreadable.slice(0, MAX_ITEMS)
}
