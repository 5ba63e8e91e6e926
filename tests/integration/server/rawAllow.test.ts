import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildServer } from '#server/app.ts'
import { resources } from '#server/areas/index.ts'
import { type RawHandler, type Resource, UnloggedReply } from '#server/http/routes.ts'
import { operations } from '#shared/contract/registry.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const NAME = 'upload.image'

describe('a handler that reads its request itself', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  /** Calls it as an administrator of everything, with the handler in the place of the real one. */
  async function answerOf(handler: RawHandler<typeof NAME>): Promise<{ status: number; kept: boolean }> {
    const served = resources.map((each): Resource =>
      each.raw && NAME in each.raw ? { ...each, raw: { ...each.raw, [NAME]: handler } } : { ...each, jobs: {} },
    )
    const app = await buildServer(server.deps, served)
    try {
      const { token } = await server.as('admin')
      const url = `/${operations[NAME].path}`
      const { statusCode } = await app.inject({ method: 'POST', url, headers: { authorization: token ?? '' } })
      const { db } = server.deps
      const kept = await db.selectFrom('setting').select('value').where('name', '=', 'raw').executeTakeFirst()
      return { status: statusCode, kept: kept !== undefined }
    } finally {
      await app.close()
    }
  }

  it('may answer nothing before it has asked who may', async () => {
    const forgetful: RawHandler<typeof NAME> = async () => ({}) as never
    expect(await answerOf(forgetful)).toEqual({ status: 500, kept: false })
    const asking: RawHandler<typeof NAME> = async (ctx, _request, reply) => {
      await ctx.allow({ siteId: 1 } as never)
      return new UnloggedReply(reply.code(204).send())
    }
    expect((await answerOf(asking)).status).toBe(204)
  })

  it('may keep nothing before that either', async () => {
    const writing: RawHandler<typeof NAME> = async (ctx, _request, _reply, note) => {
      await ctx.db.transaction().execute(async (tx) => {
        await tx.insertInto('setting').values({ name: 'raw', value: '1' }).execute()
        await note(tx)
      })
      await ctx.allow({ siteId: 1 } as never)
      return {} as never
    }
    expect(await answerOf(writing)).toEqual({ status: 500, kept: false })
  })
})
