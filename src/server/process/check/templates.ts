import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from '#server/storage/hashFile.ts'
import { type CheckContext, type Invariant, MOST, sampled } from './invariant.ts'

/** Files of a template, and kept contents, whose bytes are read unless all are. */
const READ = 100

const rootOf = ({ dataDir }: CheckContext): string => path.join(dataDir, 'templates')
const systemOf = (ctx: CheckContext): string => path.join(rootOf(ctx), '.sitecraft')
const keptOf = (ctx: CheckContext, sha256: string): string =>
  path.join(systemOf(ctx), 'kept', sha256.slice(0, 2), sha256)

const SYNC = '如果是有人在服务器磁盘上改动的，请点“立即同步”；否则请从备份或历史版本恢复'

/** Templates: the list of their files, the disk, former versions, journals. */
export const TEMPLATES: Invariant[] = [
  {
    code: 'template.folder',
    problem: '模板的文件夹不在磁盘上',
    meaning: '这些模板打不开，使用它们的站点不能生成页面',
    remedy: '请从备份恢复 templates 目录下的同名文件夹',
    level: 'fault',
    async find(ctx) {
      const rows = await ctx.db
        .selectFrom('template')
        .select(['folder', 'name'])
        .where('deleteTime', 'is', null)
        .execute()
      return rows.filter(({ folder }) => !existsSync(path.join(rootOf(ctx), folder))).map(({ name }) => `“${name}”`)
    },
  },
  {
    code: 'template.recycled',
    problem: '回收站中的模板没有保存的文件夹',
    meaning: '这些模板恢复后是空的',
    remedy: '请从备份恢复 templates/.sitecraft/recycled 下的文件夹',
    level: 'note',
    async find(ctx) {
      const rows = await ctx.db
        .selectFrom('template')
        .select(['id', 'name'])
        .where('deleteTime', 'is not', null)
        .where('draftOf', 'is', null)
        .execute()
      const there = new Set(await readdir(path.join(systemOf(ctx), 'recycled')).catch(() => []))
      return rows.filter(({ id }) => !there.has(String(id))).map(({ id, name }) => `“${name}”（${id}）`)
    },
  },
  {
    code: 'template.missing',
    problem: '模板文件在清单中，但不在磁盘上',
    meaning: '同步的电脑会认为文件被删除',
    remedy: SYNC,
    level: 'fault',
    find: async (ctx) => (await compared(ctx)).missing,
  },
  {
    code: 'template.damaged',
    problem: '模板文件的时间和大小没有变，内容却与清单的哈希不同',
    meaning: '文件在磁盘上损坏',
    remedy: '请从“历史版本”或备份恢复这些文件',
    level: 'fault',
    find: async (ctx) => (await compared(ctx)).damaged,
  },
  {
    code: 'template.changed',
    problem: '模板文件在磁盘上与清单不同（不经过程序的改动）',
    meaning: '服务器一小时内会自己发现，之后同步到各台电脑',
    remedy: '不需要处理；要马上同步请点“立即同步”',
    level: 'note',
    find: async (ctx) => (await compared(ctx)).changed,
  },
  {
    code: 'template.kept',
    problem: '历史版本或模板状态的内容没有保存，或与哈希不符',
    meaning: '这些版本不能查看或放回',
    remedy: '请从备份恢复 templates/.sitecraft/kept；不需要这些版本时可以忽略',
    level: 'fault',
    find: keptContents,
  },
  {
    code: 'template.journal',
    problem: '没有完成的模板改动',
    meaning: '服务器在改动中途停止；下次启动时会自动完成或撤销',
    remedy: '请启动一次服务器再检查',
    level: 'note',
    find: async (ctx) =>
      (await readdir(path.join(systemOf(ctx), 'journal')).catch(() => []))
        .map((name) => `journal/${name}`)
        .slice(0, MOST),
  },
]

interface Compared {
  missing: string[]
  damaged: string[]
  changed: string[]
}
const done = new WeakMap<CheckContext, Promise<Compared>>()

/** The lists of files against the disk, once for the three invariants that ask. */
function compared(ctx: CheckContext): Promise<Compared> {
  const known = done.get(ctx) ?? compare(ctx)
  done.set(ctx, known)
  return known
}

async function compare(ctx: CheckContext): Promise<Compared> {
  const found: Compared = { missing: [], damaged: [], changed: [] }
  const templates = await ctx.db
    .selectFrom('template')
    .select(['id', 'name', 'folder'])
    .where('deleteTime', 'is', null)
    .where('feedEpoch', '<>', '')
    .execute()
  for (const { id, name, folder } of templates) {
    const rows = await ctx.db.selectFrom('template_entry').selectAll().where('templateId', '=', id).execute()
    const files = rows.filter(({ kind }) => kind === 'file')
    const read = new Set(sampled(ctx, files, READ))
    for (const row of rows) {
      if (row.kind === 'gone') continue
      const file = path.join(rootOf(ctx), folder, ...row.path.split('/'))
      const at = await stat(file, { bigint: true }).catch(() => null)
      const item = `模板“${name}”的 ${row.path}`
      if (!at) found.missing.push(item)
      else if (at.isDirectory() !== (row.kind === 'folder')) found.changed.push(item)
      else if (row.kind === 'folder') continue
      else if (Number(at.size) !== row.size || String(at.mtimeNs) !== row.mtimeNs) found.changed.push(item)
      else if (read.has(row) && (await hashFile(file, 'sha256').catch(() => row.sha256)) !== row.sha256)
        found.damaged.push(item)
    }
  }
  return found
}

async function keptContents(ctx: CheckContext): Promise<string[]> {
  const revisions = await ctx.db
    .selectFrom('template_revision')
    .select(['sha256', 'path'])
    .where('kept', '=', 1)
    .where('sha256', '<>', '')
    .execute()
  const states = await ctx.db
    .selectFrom('template_moment_file')
    .select(['sha256', 'path'])
    .where('kind', '=', 'file')
    .where('sha256', '<>', '')
    .execute()
  const paths = new Map([...revisions, ...states].map((row) => [row.sha256, row.path]))
  const hashes = [...paths.keys()]
  const read = new Set(sampled(ctx, hashes, READ))
  const wrong: string[] = []
  for (const sha256 of hashes) {
    const file = keptOf(ctx, sha256)
    const sound = existsSync(file) && (!read.has(sha256) || (await hashFile(file, 'sha256').catch(() => '')) === sha256)
    if (!sound) wrong.push(`${paths.get(sha256)}（${sha256.slice(0, 12)}）`)
    if (wrong.length === MOST) break
  }
  return wrong
}
