import { expect, it } from 'vitest'
import { LOCK_HEARTBEAT_MS, LOCK_TIMEOUT_MS } from '#shared/contract/entryLock.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { DEMO_PASSWORD, type TestServer } from '#tests/integration/server/harness/server.ts'
import { logIn } from '#tests/integration/server/harness/signIn.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

/** An entry that admin and editor may both edit. */
async function stage(server: TestServer) {
  const admin = await server.as('admin')
  const column = await emptyColumn(admin)
  await grantExactly(server.deps.db, 'editor', [{ siteId: 1, menuId: column.id, settings: [1101, 1102, 1104] }])
  const editor = await server.as('editor')
  const { id } = await saveArticle(admin, column.id, { title: '公告' }, { isStatus: false })
  const form = (holder: string) => ({ classId: column.id, id, holder: `entry-form-${holder}` })
  return { admin, editor, id, classId: column.id, form }
}

onBothDatabases('an entry that is open', (server, start) => {
  it('says who has it, and since when, until its form is closed', async () => {
    const { admin, editor, id, classId, form } = await stage(server())
    expect(await admin.ok('entryLock.hold', form('one'))).toMatchObject({ isMine: true, editor: null })
    const seen = await editor.ok('entryLock.hold', form('two'))
    expect(seen).toMatchObject({ isMine: false, wasTaken: false, editor: { name: '系统管理员', isOwn: false } })
    expect(await editor.ok('entryLock.list', { classId })).toMatchObject([{ id, name: '系统管理员' }])
    // The same account in a second window.
    expect((await admin.ok('entryLock.hold', form('other'))).editor?.isOwn).toBe(true)
    await admin.ok('entryLock.release', form('one'))
    expect(await editor.ok('entryLock.list', { classId })).toEqual([])
    expect(await editor.ok('entryLock.hold', form('two'))).toMatchObject({ isMine: true, version: 1 })
  })

  it('expires when its window disappears without releasing it', async () => {
    const own = await start()
    const { admin, editor, classId, form } = await stage(own)
    await admin.ok('entryLock.hold', form('one'))
    own.clock.advance(LOCK_HEARTBEAT_MS * 2)
    expect((await editor.ok('entryLock.hold', form('two'))).isMine).toBe(false)
    // A beat that comes late keeps it.
    expect((await admin.ok('entryLock.hold', form('one'))).isMine).toBe(true)
    own.clock.advance(LOCK_HEARTBEAT_MS * 2)
    expect((await editor.ok('entryLock.hold', form('two'))).isMine).toBe(false)
    own.clock.advance(LOCK_TIMEOUT_MS)
    expect(await editor.ok('entryLock.list', { classId })).toEqual([])
    expect((await editor.ok('entryLock.hold', form('two'))).isMine).toBe(true)
    expect(await admin.ok('entryLock.hold', form('one'))).toMatchObject({ isMine: false, wasTaken: false })
  })

  it('is taken over: the first holder is notified at once, and can take it back', async () => {
    const { admin, editor, classId, id, form } = await stage(server())
    await editor.ok('entryLock.hold', form('one'))
    const { last, unread } = await editor.ok('notice.wait', { after: -1 })
    const waiting = editor.ok('notice.wait', { after: last, unread, timeoutMs: 20_000 })
    expect(await admin.ok('entryLock.take', form('two'))).toMatchObject({ isMine: true, version: 1 })
    expect((await waiting).news).toMatchObject([
      {
        kind: 'takeover',
        title: '系统管理员 接管了“公告”的编辑',
        path: `/admin/model_manage/${classId}?entry=${id}`,
      },
    ])
    expect(await editor.ok('entryLock.hold', form('one'))).toMatchObject({ isMine: false, wasTaken: true })
    // Who took it has saved: the version says so.
    await admin.ok('content.save', { classId, id, isStatus: false, fieldList: pairs({ source: '改' }) })
    expect(await editor.ok('entryLock.take', form('one'))).toMatchObject({ isMine: true, version: 2 })
    expect(await admin.ok('entryLock.hold', form('two'))).toMatchObject({ isMine: false, wasTaken: true })
  })

  it('is had by one of many who open it in the same moment', async () => {
    const { admin, form } = await stage(server())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_each, at) => admin.ok('entryLock.hold', form(`${at}`))),
    )
    expect(answers.filter(({ isMine }) => isMine)).toHaveLength(1)
  })

  it('is still saved by version alone: a form without it is not kept from saving', async () => {
    const { admin, editor, classId, id, form } = await stage(server())
    await admin.ok('entryLock.hold', form('one'))
    const fieldList = pairs({ source: '别人' })
    await editor.ok('content.save', { classId, id, isStatus: false, fieldList, version: 1 })
    const late = await admin.call('content.save', { classId, id, isStatus: false, fieldList, version: 1 })
    expect(late.status).toBe(409)
    expect((await admin.call('entryLock.hold', { ...form('x'), id: 999_999 })).status).toBe(404)
  })

  it('is released only by the session that holds it', async () => {
    const { admin, editor, classId, id, form } = await stage(server())
    await editor.ok('entryLock.hold', form('one'))
    const again = await logIn(server(), 'editor', DEMO_PASSWORD)
    const second = new TestClient(server().url, again.data.token)
    for (const other of [admin, second]) {
      await other.ok('entryLock.release', form('one'))
      expect(await admin.ok('entryLock.list', { classId })).toMatchObject([{ id }])
    }
    expect((await admin.ok('entryLock.hold', form('one'))).isMine, 'the same name of another account').toBe(false)
    await editor.ok('entryLock.release', form('one'))
    expect(await admin.ok('entryLock.list', { classId })).toEqual([])
  })
})
