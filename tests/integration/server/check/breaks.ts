import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { currentSlot, readRecord, siteFolder, slotFolder } from '#server/areas/site/statics/index.ts'
import { engineOf } from '#server/db/dialect.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { anyRow, plainTables } from '#tests/builders/anyRow.ts'
import type { TestServer } from '../harness/server.ts'
import type { World } from './world.ts'

interface Place {
  server: TestServer
  world: World
  /** Runs SQL that both databases understand. */
  run(statement: string): Promise<void>
  /** Puts a row into a table, whatever else it needs. */
  row(table: string, values: Record<string, string | number | null>): Promise<void>
  /** A file of the data folder. */
  file(...names: string[]): string
}

export const breakContext = (server: TestServer, world: World): Place => ({
  server,
  world,
  run: async (statement) => void (await sql.raw(statement).execute(server.deps.db)),
  row: async (name, values) => {
    const table = (await plainTables(server.deps.db)).find((each) => each.name === name)
    if (!table) throw new Error(`no table ${name}`)
    await anyRow(server.deps.db, table, values)
  },
  file: (...names) => join(server.deps.dataDir, ...names),
})

const LONG_AGO = (Date.now() - 3 * DAY_MS) / 1000

/** The only file of a folder and all below it that ends so. */
function firstFile(dir: string, ending = ''): string {
  const all = readdirSync(dir, { recursive: true, withFileTypes: true })
  const found = all.find((each) => each.isFile() && each.name.endsWith(ending))
  if (!found) throw new Error(`no file below ${dir}`)
  return join(found.parentPath, found.name)
}

/** Other bytes of the same size at the same time: what a bad disk does. */
function damage(file: string): void {
  const { atime, mtime, size } = statSync(file)
  writeFileSync(file, 'x'.repeat(size))
  utimesSync(file, atime, mtime)
}

const OPEN = `(select min(id) from approval where state = 'waiting')`
const ENTRY = `(select min(id) from content where "isRecycled" = 0)`

/** Each invariant that is no reference, and what breaks it. In this order: a later one may hide an earlier one. */
export const BREAKS: Record<string, (place: Place) => unknown> = {
  'content.counts': ({ run }) =>
    run('update content_count set total = total + 1 where "classId" = (select min("classId") from content)'),
  'outgoing.counts': ({ row }) => row('outgoing_count', { kind: 'email', siteId: 1, count: 3 }),
  'outgoing.recipients': ({ row }) => row('outgoing', { kind: 'email', siteId: 0, total: 2, state: 'waiting' }),
  'outgoing.results': ({ row }) => row('outgoing', { kind: 'email', siteId: 0, total: 0, sent: 1, state: 'done' }),
  'bin.columns': ({ run }) => run('update column_bin set total = total + 1'),
  'order.workflow': ({ run }) => run('update workflow_node set sort = 7'),
  'order.levels': async ({ row }) => {
    await row('member_level', { siteId: 1, startValue: 900_001, endValue: 900_010 })
    await row('member_level', { siteId: 1, startValue: 900_005, endValue: 900_020 })
  },
  sequence: ({ server: { deps }, run }) =>
    run(
      engineOf(deps.db) === 'sqlite'
        ? `update sqlite_sequence set seq = 0 where name = 'dictionary'`
        : `select setval(pg_get_serial_sequence('dictionary', 'id'), 1)`,
    ),
  'tree.site_column': ({ run, world: { classId } }) =>
    run(`update site_column set "parentId" = id where id = ${classId}`),
  'tree.department': async ({ row }) => {
    await row('department', { id: 900_001, parentId: 900_002 })
    await row('department', { id: 900_002, parentId: 900_001 })
  },
  'tree.classify': ({ row }) => row('classify', { id: 900_001, parentId: 900_001 }),
  'tree.role': ({ row }) => row('role', { id: 900_001, parentId: 900_001 }),
  'tree.columnSite': ({ run, world: { classId } }) =>
    run(
      `update site_column set "parentId" = (select min(id) from site_column where "siteId" = 2) where id = ${classId}`,
    ),
  'tree.notes': async ({ row, world: { entry } }) => {
    await row('content_note', { id: 900_001, contentId: entry })
    await row('content_note', { id: 900_002, contentId: entry - 1, parentId: 900_001 })
  },
  'tree.templatePaths': ({ run }) => run(`update template_file set kind = 'gone' where path = 'css'`),
  'content.body': ({ run }) => run(`delete from content_body where "contentId" = ${ENTRY}`),
  'content.index': ({ server: { deps }, run }) =>
    run(
      engineOf(deps.db) === 'sqlite'
        ? `delete from content_words where rowid = ${ENTRY}`
        : `delete from content_words where "contentId" = ${ENTRY}`,
    ),
  'content.site': ({ run, world: { entry } }) => run(`update content set "siteId" = 2 where id = ${entry}`),
  'content.recycle': ({ run }) => run(`update content set "recycleTime" = 5 where id = ${ENTRY}`),
  'content.status': ({ run, world: { entry } }) =>
    run(`update content_revision set "isStatus" = 1 - "isStatus" where "contentId" = ${entry}`),
  'content.values': ({ run, world: { entry } }) =>
    run(`update content set fields = '{"title":"half' where id = ${entry}`),
  'content.gaps': ({ run, world: { entry } }) => run(`update content set version = version + 5 where id = ${entry}`),
  'content.versions': ({ run, world: { entry } }) => run(`update content set version = 1 where id = ${entry}`),
  'approval.log': ({ run }) => run(`delete from content_event where kind = 'refused'`),
  'approval.answers': ({ run }) => run('update approval_task set "approverId" = 0 where state = 1'),
  'approval.handlers': ({ run }) => run('delete from approval_task_role'),
  'approval.ended': ({ run }) => run(`update approval set "finishTime" = 5 where id = ${OPEN}`),
  'approval.entries': ({ run }) =>
    run(`update content set "approveInstanceId" = '' where id = (select "contentId" from approval where id = ${OPEN})`),
  'approval.tasks': ({ run }) => run('update approval_task set state = 2 where state = 0'),
  'statics.redirects': ({ row }) =>
    row('site_redirect', { siteId: 1, source: '/index.html', sourceKey: '/', target: '/x', isStatus: 1, isAuto: 0 }),
  'statics.public': ({ run }) => run(`update content set "isStatus" = 0 where "siteId" = 1`),
  'statics.files': ({ server: { deps } }) => {
    const folder = siteFolder(deps.dataDir, 1)
    const slot = currentSlot(folder)
    const [name] = readRecord(folder, slot)?.files.keys() ?? []
    rmSync(join(slotFolder(folder, slot ?? 'a'), name ?? ''))
  },
  'statics.record': ({ server: { deps } }) => {
    rmSync(siteFolder(deps.dataDir, 1), { recursive: true })
  },
  'template.damaged': ({ file }) => {
    damage(firstFile(file('uploads', 'bytes')))
  },
  'template.missing': ({ file }) => {
    rmSync(firstFile(file('uploads', 'bytes')))
  },
  'template.unknown': ({ run }) =>
    run(`update template_file set sha256 = '${'ab'.repeat(32)}' where path = 'a.html' and kind = 'file'`),
  'blob.damaged': ({ file }) => {
    damage(firstFile(file('uploads', 'content')))
  },
  'blob.missing': ({ file }) => {
    rmSync(firstFile(file('uploads', 'content')))
  },
  'blob.unknown': ({ file }) => {
    mkdirSync(file('uploads', 'content', 'zz'), { recursive: true })
    writeFileSync(file('uploads', 'content', 'zz', 'stranger'), 'x')
  },
  'upload.leftovers': ({ file }) => {
    mkdirSync(file('uploads', 'tmp'), { recursive: true })
    writeFileSync(file('uploads', 'tmp', 'old'), 'x')
    utimesSync(file('uploads', 'tmp', 'old'), LONG_AGO, LONG_AGO)
  },
  'upload.sessions': ({ row }) =>
    row('upload_session', {
      partFile: 'none',
      received: '[{"start":0,"end":100}]',
      failure: '',
      totalSize: 200,
      attachmentId: null,
    }),
  'jobs.state': ({ row }) => row('job', { state: 'queued', endTime: 5, siteId: 1 }),
  'jobs.abandoned': ({ row }) => row('job', { state: 'running', endTime: null, leaseUntil: 5, siteId: 1 }),
  'recycle.names': ({ run }) => run('update site set "deleteTime" = 5 where id = 2'),
  secrets: ({ row }) => row('email_channel', { siteId: 1, password: 'not.sealed' }),
  'log.chain': ({ run }) => run(`update operation_log set title = title || '!' where seq is not null`),
}

/** Found by ways that a test can't go, or kept out by an index of the database; each with why. */
export const UNBROKEN: Readonly<Record<string, string>> = {
  'database.pages': 'a page of the file is damaged in a test of its own',
  'content.locks': 'an index of the database refuses a second plan',
}
