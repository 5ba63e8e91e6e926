import { z } from 'zod'
import type { CallContext } from '#server/http/context.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import type { SiteArchiveSummary } from '#shared/contract/siteArchive.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { templateLine } from './importFiles.ts'
import { KIND_NAMES, kindOf } from './kinds.ts'
import { allLines, type Archive } from './open.ts'

const account = z.object({ username: z.string().max(254), trueName: z.string().max(254) })

/** What an archive contains, and which of its names are in use on this server. */
export async function summarizeArchive({ db }: Pick<CallContext, 'db'>, archive: Archive): Promise<SiteArchiveSummary> {
  const { head } = archive
  const linesOf = new Map(head.kinds.map(({ name, lines }) => [name, lines]))
  const symbols = await db.selectFrom('site').select('symbol').execute()
  const folders = await db.selectFrom('template').select('folderKey').execute()
  const sites = await db.selectFrom('site').select('domain').where('deleteTime', 'is', null).execute()
  const bound = new Set(sites.flatMap(({ domain }) => domain.split(',')))
  const hosts = head.site.domain.split(',').filter((host) => host !== '')
  const taken = new Set(folders.map(({ folderKey }) => folderKey))
  const templates: SiteArchiveSummary['templates'] = []
  for (const { folder, name } of await allLines(archive, 'templates', templateLine)) {
    const as = freeName(folder, taken)
    templates.push({ folder, name, as, isTaken: taken.has(nameKey(folder)) })
    taken.add(nameKey(as))
  }
  const accounts = await allLines(archive, 'accounts', account)
  const here = await findExistingUsernames(db, accounts)
  return {
    ...head.site,
    createDate: formatDateTime(Date.parse(head.time) || 0),
    version: head.program,
    counts: KIND_NAMES.flatMap((name) => {
      const count = linesOf.get(name) ?? 0
      return count > 0 ? [{ title: kindOf(name).title, count }] : []
    }),
    bytes: head.files.bytes,
    leftOut: head.leftOut,
    freeSymbol: freeName(head.site.symbol, new Set(symbols.map(({ symbol }) => symbol.toLowerCase()))),
    takenHosts: hosts.filter((host) => bound.has(host)),
    templates,
    accounts: accounts.map(({ username, trueName }) => ({
      username,
      trueName,
      isHere: here.has(username.toLowerCase()),
    })),
    hasMembers: head.members,
  }
}

async function findExistingUsernames(
  db: CallContext['db'],
  accounts: readonly { username: string }[],
): Promise<Set<string>> {
  const existing = new Set<string>()
  for (const part of splitIntoBatches(accounts, 500)) {
    const keys = part.map(({ username }) => username.toLowerCase())
    const rows = await db.selectFrom('account').select('usernameKey').where('usernameKey', 'in', keys).execute()
    for (const { usernameKey } of rows) existing.add(usernameKey)
  }
  return existing
}

const MAX_NAME_LENGTH = 64

/** The name itself, or with a number appended when it is in use. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.slice(0, MAX_NAME_LENGTH - 4)
  for (let at = 1; at < 10_000; at++) {
    const free = at === 1 ? name : `${stem}-${at}`
    if (!taken.has(nameKey(free))) return free
  }
  throw new AppError('conflict', `名称“${name}”及其编号形式均已被使用，请在原站点改名后重新导出`)
}
