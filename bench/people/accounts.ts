import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildServer } from '#server/app.ts'
import { findAccountByName } from '#server/areas/people/account/index.ts'
import { seed } from '#server/seed/index.ts'
import { adminToken, openDeps, PASSWORDS } from '../inProcess.ts'
import type { Bench } from '../measure.ts'

const MANY = 10_000
const FEW = 100
const REQUESTS = 40
const SIZE = 10

/** Starts a server with this number of accounts in one group. */
async function serverWith(accounts: number) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sitecraft-bench-'))
  const deps = await openDeps(dataDir)
  const { db } = deps
  await seed(deps, PASSWORDS)
  const editor = await findAccountByName(db, 'editor')
  if (!editor) throw new Error('the seed made no accounts')
  for (let from = 0; from < accounts; from += 500) {
    const rows = Array.from({ length: Math.min(500, accounts - from) }, (_each, index) => ({
      username: `staff${from + index}`,
      usernameKey: `staff${from + index}`,
      passwordHash: null,
      roleId: editor.roleId,
      isStatus: 1 as const,
      createTime: from + index,
      trueName: `员工${from + index}`,
      email: `staff${from + index}@example.com`,
      departmentId: null,
    }))
    await db.insertInto('account').values(rows).execute()
  }
  const app = await buildServer(deps)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const authorization = await adminToken(app, deps)
  return {
    async pages(): Promise<void> {
      for (let request = 0; request < REQUESTS; request += 1) {
        const response = await fetch(`${url}/api/cebest-cms/account/page-account`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: JSON.stringify({ page: 1 + (request % 5), size: SIZE, roleId: 0 }),
        })
        const { data } = (await response.json()) as { data: { content: unknown[] } }
        if (data.content.length !== SIZE) throw new Error(`a page of ${data.content.length}`)
      }
    },
    async close(): Promise<void> {
      await app.close()
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Pages of ten accounts over HTTP: among 10,000 accounts at most twice the time as among 100. */
export const accounts: readonly Bench[] = [
  {
    name: `${REQUESTS} pages of ${MANY.toLocaleString('en')} accounts`,
    peer: `of ${FEW}`,
    async prepare() {
      const [many, few] = [await serverWith(MANY), await serverWith(FEW)]
      return {
        ours: many.pages,
        peer: few.pages,
        cleanUp: async () => {
          await many.close()
          await few.close()
        },
      }
    },
  },
]
