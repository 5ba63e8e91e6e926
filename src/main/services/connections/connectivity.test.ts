import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { createConnectivity, OFFLINE_MESSAGE, ONLINE_MESSAGE } from './connectivity.ts'
import type { ApiClient } from '../types.ts'

/** A server whose health call ends when the test says so. */
function server(id: string) {
  const calls: PromiseWithResolvers<unknown>[] = []
  const connection = { id, name: '', kind: 'builtin' as const, baseUrl: '', pathMap: {}, certificate: '' }
  const call = () => {
    const pending = Promise.withResolvers<unknown>()
    calls.push(pending)
    return pending.promise
  }
  const client = { connection, call } as unknown as ApiClient
  const gone = (n: number): void => calls[n]?.reject(new AppError('no-response', ''))
  return { client, calls, gone, there: (n: number) => calls[n]?.resolve({}) }
}

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

function watch(first: ApiClient | null) {
  const current = { client: first }
  const emit = vi.fn()
  const connectivity = createConnectivity({ client: () => current.client, emit })
  closers.push(() => connectivity.close())
  return { current, emit, connectivity }
}

it('what the former connection’s server says is not taken for the new one’s', async () => {
  const [old, chosen] = [server('old'), server('new')]
  const { current, emit, connectivity } = watch(old.client)
  connectivity.check()
  current.client = chosen.client
  connectivity.check()
  old.gone(0)
  await vi.waitFor(() => expect(chosen.calls).toHaveLength(1))
  chosen.there(0)
  await vi.waitFor(() => expect(connectivity.state()).toEqual({ online: true, message: ONLINE_MESSAGE }))
  expect(emit).not.toHaveBeenCalled()
})
it('a failing call asks the server before anything is said, and asks once for many', async () => {
  const one = server('one')
  const { emit, connectivity } = watch(one.client)
  for (let n = 0; n < 3; n++) connectivity.reportReached(false)
  expect(one.calls).toHaveLength(1)
  expect(emit).not.toHaveBeenCalled()
  one.gone(0)
  await vi.waitFor(() =>
    expect(emit.mock.calls).toEqual([['connectivity.changed', { online: false, message: OFFLINE_MESSAGE }]]),
  )
  connectivity.reportReached(true)
  expect(emit).toHaveBeenLastCalledWith('connectivity.changed', { online: true, message: ONLINE_MESSAGE })
})
it('a server that refuses is there', async () => {
  const one = server('one')
  const { connectivity } = watch(one.client)
  connectivity.check()
  one.calls[0]?.reject(new AppError('forbidden', ''))
  await vi.waitFor(() => expect(connectivity.state()?.online).toBe(true))
})
it('says nothing after the end, and nothing without a connection', async () => {
  const one = server('one')
  const { emit, connectivity, current } = watch(one.client)
  connectivity.check()
  connectivity.close()
  one.gone(0)
  await Promise.resolve()
  current.client = null
  connectivity.check()
  expect([emit.mock.calls, connectivity.state()]).toEqual([[], null])
})
