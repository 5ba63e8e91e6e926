import { describe, expect, it } from 'vitest'
import { MAX_LOCAL_DRAFT_CHARS } from '#shared/contract/localDraft.ts'
import { tempFolder } from './harness.ts'
import { spawnHost } from './hostProcess.ts'
import { NO_KEYRING } from './keyring.ts'

const key = 'content/201/0'

describe('writing kept by the host', { timeout: 90_000 }, () => {
  it('outlives kill -9 of the host, and the end of the session', async () => {
    const dataDir = await tempFolder()
    const first = await spawnHost(dataDir, NO_KEYRING)
    await first.call('connections.use', { id: 'builtin' })
    await first.call('localDrafts.put', { key, text: '第一次' })
    const text = `写到一半的文章 𠮷😀${'很长'.repeat(500_000)}`
    await first.call('localDrafts.put', { key, text })
    // Killed while another is being written: what is there is whole.
    const late = first.call('localDrafts.put', { key, text: `${text}还有` }).catch(() => undefined)
    await first.end('SIGKILL')
    await late

    const second = await spawnHost(dataDir, NO_KEYRING)
    // The built-in server's session begins again by itself.
    const kept = await second.call('localDrafts.get', { key })
    expect(kept?.savedAt).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    expect([text, `${text}还有`]).toContain(kept?.text)

    // Typed until the session ended, and written after it.
    await second.call('session.signOut', {})
    await second.call('localDrafts.put', { key, text: '退出后写下的' })
    await second.call('session.autoLogin', {})
    expect((await second.call('localDrafts.get', { key }))?.text).toBe('退出后写下的')
    await second.call('localDrafts.remove', { key })
    expect(await second.call('localDrafts.get', { key })).toBeNull()
    await second.end('SIGTERM')
  })

  it('is refused when it is too much, with what to do', async () => {
    const host = await spawnHost(await tempFolder(), NO_KEYRING)
    await host.call('connections.use', { id: 'builtin' })
    const text = 'x'.repeat(MAX_LOCAL_DRAFT_CHARS + 1)
    await expect(host.call('localDrafts.put', { key, text })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('请先保存到草稿'),
    })
    await host.end('SIGTERM')
  })
})
