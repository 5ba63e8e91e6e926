import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { advanceIdSequence } from '../db/dialect.ts'
import { preloadInitials } from '../db/initials.ts'
import { acquireTransactionLock } from '../db/locks.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { hashPassword } from '../areas/people/account/index.ts'
import { ADMIN, fillDemoPasswords, insertAccounts, type PasswordHashes } from './accounts.ts'
import { insertColumns } from './column.ts'
import { seedContent } from './content.ts'
import { insertDictionaries } from './dictionaries.ts'
import { SEED_INITIALS } from './initials.ts'
import type { SeededSite } from './roles.ts'
import { EMPTY_SITE, SITES } from './sites.ts'
import { insertMembers } from './members.ts'
import { insertSystemMenus } from './systemMenus.ts'
import { insertTemplates } from './templates.ts'

/** A·§2: ids below this belong to the system's own columns. */
const FIRST_COLUMN_ID = 200

export interface SeedOptions {
  /** Password of `admin`; absent: one is generated. */
  adminPassword?: string | undefined
  /** Password of the other seeded accounts; absent: they can't sign in yet. */
  demoPassword?: string | undefined
}

/** The account of a first run. password: the generated one; null: it was configured. */
export interface FirstRun {
  username: string
  password: string | null
}

/**
 * Fills an empty database in one transaction. Returns null when there is data already; then only a missing demo
 * password is set.
 */
export async function seed(deps: ServerDeps, { adminPassword, demoPassword }: SeedOptions): Promise<FirstRun | null> {
  const isEmpty = async (db = deps.db) => !(await db.selectFrom('account').select('id').limit(1).executeTakeFirst())
  if (!(await isEmpty())) {
    if (demoPassword) await fillDemoPasswords(deps.db, await hashPassword(demoPassword))
    return null
  }
  const generated = adminPassword ? null : generatePassword()
  const hashes = Promise.all([
    hashPassword(adminPassword ?? generated ?? generatePassword()),
    demoPassword ? hashPassword(demoPassword) : null,
  ]).then(([admin, demo]) => ({ admin, demo }))
  // The hashes are awaited later; without this an earlier error would be an unhandled rejection.
  hashes.catch(() => undefined)
  preloadInitials(SEED_INITIALS)
  return deps.db.transaction().execute(async (db) => {
    await acquireTransactionLock(db, 'seed')
    if (!(await isEmpty(db))) return null
    await insertAll(db, deps, hashes)
    return { username: ADMIN, password: generated }
  })
}

async function insertAll(db: Kysely<Database>, deps: ServerDeps, passwords: Promise<PasswordHashes>): Promise<void> {
  const createTime = deps.clock.now().getTime()
  await insertSystemMenus(db)
  await insertDictionaries(db, createTime)
  await advanceIdSequence(db, 'site_column', FIRST_COLUMN_ID)
  const sites: (SeededSite & { symbol: string })[] = []
  for (const [index, { columns, ...site }] of SITES.entries()) {
    const row = { ...EMPTY_SITE, ...site, sort: SITES.length - index, createTime }
    const { id } = await db.insertInto('site').values(row).returning('id').executeTakeFirstOrThrow()
    sites.push({ id, symbol: site.symbol, columns: await insertColumns(db, id, columns) })
  }
  await insertAccounts(db, sites, await passwords, createTime)
  await seedContent(db, deps, new Map(sites.map(({ id, symbol }) => [symbol, id])))
  if (sites[0]) await insertMembers(db, sites[0].id, createTime)
  await insertTemplates(db, deps)
}

/** Letters and digits without similar ones; a password has 93 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const generatePassword = (): string => Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
