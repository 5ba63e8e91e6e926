import { describe, expect, it } from 'vitest'
import type { SessionStatus } from '#shared/contract/host.ts'
import { aSession, aSignedOutSession, builtinConnection } from '#tests/builders/session.ts'
import { createQueryClient } from './queryClient.ts'
import { setSession } from './session.ts'
import { readKey } from './useRead.ts'

const session = readKey('session.status', {})
const sites = readKey('site.page', { page: 1, size: 200 })
const settings = readKey('settings.get', {})

/** A cache that the given account has used, after it took over `next`. */
function after(before: SessionStatus, ...next: SessionStatus[]) {
  const client = createQueryClient()
  client.setQueryData(session, before)
  client.setQueryData(sites, 'loaded')
  client.setQueryData(settings, 'of this machine')
  for (const each of next) setSession(client, each)
  return {
    status: client.getQueryData<SessionStatus>(session),
    sites: client.getQueryData(sites),
    settings: client.getQueryData(settings),
  }
}

describe('a new session', () => {
  it('keeps what the same account has loaded', () => {
    const { status, sites: kept } = after(aSession(), aSession({ currentSiteId: 2 }))
    expect(status?.currentSiteId).toBe(2)
    expect(kept).toBe('loaded')
  })

  it.each([
    ['another account', aSession({ username: 'editor' })],
    ['nobody', aSignedOutSession()],
    ['another server', aSession({ connection: { ...builtinConnection, id: 'other' } })],
  ])('of %s drops what the last account loaded, but not what belongs to the machine', (_who, next) => {
    const { sites: kept, settings: local } = after(aSession(), next)
    expect(kept).toBeUndefined()
    expect(local).toBe('of this machine')
  })

  it('that has expired keeps the account name and its answers for signing in again', () => {
    const expired = aSignedOutSession({ state: 'expired' })
    const { status, sites: kept } = after(aSession({ username: 'editor' }), expired)
    expect(status).toMatchObject({ state: 'expired', username: 'editor' })
    expect(kept).toBe('loaded')
    expect(after(aSession({ username: 'editor' }), expired, aSession({ username: 'editor' })).sites).toBe('loaded')
    expect(after(aSession({ username: 'editor' }), expired, aSession({ username: 'guest' })).sites).toBeUndefined()
  })
})
