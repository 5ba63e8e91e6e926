import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { bucket } from '#tests/builders/bucket.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { pngOf, upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const TO = [{ userName: 'editor' }]
const MAIL = { title: '任免', content: '<p>见附件</p>', recipientDTOList: TO }
const SECRET = zipOf([{ name: 'secret.txt', content: '不公开' }])
let sent = 0

/** A file of the account's library. */
const filed = async (client: TestClient): Promise<string> => {
  const query = { siteId: '1', register: '1', identifier: `private ${(sent += 1)}` }
  return (await upload(client, { name: '任免.zip', content: SECRET, query })).data.accessPath
}
const statusOf = async (client: TestClient, path: string, headers: Record<string, string> = {}): Promise<number> =>
  (await client.fetch(path, { headers })).status

async function people(server: TestServer) {
  await grantExactly(server.deps.db, 'guest', [
    { siteId: 0, menuId: MENU.mine },
    { siteId: 1, menuId: MENU.resource },
  ])
  return { admin: await server.as('admin'), editor: await server.as('editor'), guest: await server.as('guest') }
}

onBothDatabases('files of mails and documents', (server, start) => {
  it('are read by who sent or received them, to the end of the session, from the disk and from a bucket', async () => {
    const s3 = await bucket()
    for (const own of [server(), await start({ s3: s3.options })]) {
      const { admin, editor, guest } = await people(own)
      const file = await filed(admin)
      await admin.ok('siteMail.sendDocument', { ...MAIL, file })
      expect((await editor.ok('siteMail.inbox', { type: 'document' })).content[0]?.file).toBe(file)
      expect(await statusOf(own.nobody, file), 'without signing in').toBe(401)
      expect(await statusOf(own.nobody, `${file}?v=0`)).toBe(401)
      expect(await statusOf(own.nobody, file, { range: 'bytes=0-1' })).toBe(401)
      expect(await statusOf(guest, file), 'another account').toBe(404)
      expect(await statusOf(guest, file, { range: 'bytes=0-1' })).toBe(404)
      const read = await editor.fetch(file)
      expect(Buffer.from(await read.arrayBuffer())).toEqual(Buffer.from(SECRET))
      expect(read.headers.get('cache-control')).toBe('private, no-store')
      const etag = read.headers.get('etag') ?? ''
      expect(await statusOf(own.nobody, file, { 'if-none-match': etag })).toBe(401)
      expect(await statusOf(editor, file, { range: 'bytes=0-1' })).toBe(206)
      expect(await statusOf(admin, file)).toBe(200)
      await editor.ok('account.logout', {})
      expect(await statusOf(editor, file), 'after signing out').toBe(401)
    }
  })
  it('leave the library, and stay apart from a public file of the same content', async () => {
    const { admin, guest } = await people(server())
    const [open, file] = [await filed(admin), await filed(admin)]
    await admin.ok('siteMail.sendDocument', { ...MAIL, file })
    expect(await statusOf(server().nobody, open)).toBe(200)
    expect(await statusOf(server().nobody, file)).toBe(401)
    const listed = (await admin.ok('attachment.page', { size: 100 })).content.map(({ accessPath }) => accessPath)
    expect([listed.includes(open), listed.includes(file)]).toEqual([true, false])
    expect((await guest.ok('attachment.page', { size: 100 })).content.some((each) => each.accessPath === file)).toBe(
      false,
    )
  })
  it('may be pictures in the text, with their small pictures', async () => {
    const { admin, editor, guest } = await people(server())
    const query = { siteId: '1', register: '1', identifier: `picture ${(sent += 1)}` }
    const picture = (await upload(admin, { kind: 'image', name: 'a.png', content: pngOf(8, 8), query })).data.accessPath
    await admin.ok('siteMail.send', { ...MAIL, content: `<p><img src="${picture}"></p>` })
    for (const path of [picture, picture.replace('/files/', '/thumbs/')]) {
      expect(await statusOf(server().nobody, path), path).toBe(401)
      expect(await statusOf(guest, path), path).toBe(404)
    }
    expect(await statusOf(editor, picture)).toBe(200)
  })
  it('give no right to who names them in a mail or draft of his own', async () => {
    const { admin, editor, guest } = await people(server())
    const file = await filed(admin)
    await admin.ok('siteMail.sendDocument', { ...MAIL, file })
    const draft = { id: 0, type: 'document' as const, title: '' }
    const gone = { status: 400, msg: '文件已不存在，请重新上传文件' }
    expect(await guest.call('siteMail.sendDocument', { ...MAIL, file })).toMatchObject(gone)
    expect(await guest.call('siteMail.saveDraft', { ...draft, file })).toMatchObject(gone)
    for (const text of [file, `/files${file}`, `${file}/x`, `${file}x`])
      await guest.call('siteMail.saveDraft', { ...draft, file: text, content: `<p>${text}</p>` })
    expect(await statusOf(guest, file)).toBe(404)
    await editor.ok('siteMail.sendDocument', { ...MAIL, recipientDTOList: [{ userName: 'guest' }], file })
    expect(await statusOf(guest, file), 'passed on by who has it').toBe(200)
  })
  it('are not readable for recipients from whom the mail was recalled', async () => {
    const { admin, editor } = await people(server())
    const file = await filed(admin)
    const { id } = await admin.ok('siteMail.sendDocument', { ...MAIL, file })
    expect(await statusOf(editor, file)).toBe(200)
    await admin.ok('siteMail.recall', { id })
    expect(await statusOf(editor, file)).toBe(404)
  })
  it('stay public where a page shows them, and of others’ uploads there is a private copy', async () => {
    const { admin, editor, guest } = await people(server())
    const { id: classId } = await emptyColumn(admin)
    const shown = await filed(admin)
    await saveArticle(admin, classId, { title: '公示', content: `<p><a href="${shown}">公示</a></p>` })
    await admin.ok('siteMail.sendDocument', { ...MAIL, file: shown })
    expect(await statusOf(server().nobody, shown)).toBe(200)
    const library = await filed(admin)
    await editor.ok('siteMail.sendDocument', { ...MAIL, recipientDTOList: [{ userName: 'guest' }], file: library })
    const [got] = (await guest.ok('siteMail.inbox', { type: 'document' })).content
    expect(got?.file).not.toBe(library)
    expect([await statusOf(guest, got?.file ?? ''), await statusOf(server().nobody, got?.file ?? '')]).toEqual([
      200, 401,
    ])
    expect(await statusOf(server().nobody, library), 'the library keeps its own').toBe(200)
  })
  it('go with the draft that named them', async () => {
    const { admin } = await people(server())
    const file = await filed(admin)
    const { id } = await admin.ok('siteMail.saveDraft', { id: 0, type: 'document', title: '', file })
    expect(await statusOf(server().nobody, file)).toBe(401)
    await admin.ok('siteMail.removeDraft', { id })
    expect(await statusOf(admin, file)).toBe(404)
  })
})
